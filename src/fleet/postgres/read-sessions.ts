import type { BlockKind, BlockRange, BlockRole, BlockRow } from '../../archive/model/block-row.ts';
import { pageLimit, readCursor, wholeNumber } from '../../archive/model/paging.ts';
import type { SessionFilter, SessionKey, SessionRow } from '../../archive/model/session-row.ts';
import type { Page, Paged, TouchedFilter, TouchedRow } from '../../archive/model/thread-store.ts';
import { archiveLimits } from '../../limits/archive.ts';
import type { SessionStatus } from '../../machine/facts/session-status.ts';
import { createConditions, isSession, sessionConditions, touchedPath } from './conditions.ts';
import type { Queries, Row } from './connect.ts';

export const SESSIONS = `session join source on source.id = session.source_id join machine on machine.id = source.machine_id`;
const SESSION = `select session.*, time_ms(started_at) as started_ms, time_ms(ended_at) as ended_ms,
  status_until >= now() as is_now, machine.name as machine, source.problem as source_problem from ${SESSIONS}`;

export async function listSessions(queries: Queries, filter: SessionFilter, page: Page): Promise<Paged<SessionRow>> {
  const conditions = sessionConditions(filter);
  const limit = pageLimit(page);
  if (page.cursor !== undefined) {
    const [ended, id] = readCursor(page.cursor, 2).map((number) => conditions.value(number));
    conditions.add(`(coalesce(ended_at, 'epoch'), session.id) < (to_timestamp(${ended}::float8 / 1000), ${id})`);
  }
  const rows = await queries.all(
    `${SESSION} where ${conditions.sql} order by coalesce(ended_at, 'epoch') desc, session.id desc limit ${limit + 1}`,
    conditions.values,
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { rows: shown.map(sessionRow), ...(last && { next: `${numberOf(last.ended_ms) ?? 0}.${last.id}` }) };
}

export async function getSession(queries: Queries, key: SessionKey): Promise<SessionRow | undefined> {
  const row = await sessionOf(queries, key);
  return row && sessionRow(row);
}

export function sessionOf(queries: Queries, key: SessionKey): Promise<Row | undefined> {
  const conditions = createConditions();
  return queries.get(`${SESSION} where ${isSession(conditions, key)}`, conditions.values);
}

export async function readBlocks(queries: Queries, key: SessionKey, { from, count }: BlockRange): Promise<BlockRow[]> {
  const [first, most] = [wholeNumber(from, 'from'), Math.min(wholeNumber(count, 'count'), archiveLimits.maxPageRows)];
  const session = await sessionOf(queries, key);
  if (!session) return [];
  const rows = await queries.all(
    'select * from block where session_id = $1 and seq >= $2 and seq < $3 order by seq limit $4',
    [session.id, Math.min(first, MOST), Math.min(first + most, MOST), most],
  );
  return rows.map(blockRow);
}

/** Of a column of 32 bits. */
const MOST = 2 ** 31 - 1;

export async function filesTouched(
  queries: Queries,
  { path, session, limit = 1000 }: TouchedFilter,
): Promise<TouchedRow[]> {
  const conditions = createConditions();
  if (path !== undefined) conditions.add(touchedPath(conditions, path));
  if (session) conditions.add(isSession(conditions, session));
  const most = Math.min(wholeNumber(limit, 'limit'), archiveLimits.maxPageRows);
  const rows = await queries.all(
    `select touched.path, how, count, session.agent, session.home, session.thread_id from touched
      join session on session.id = session_id where ${conditions.sql}
      order by touched.path collate "C", ended_at desc nulls last, how limit ${most}`,
    conditions.values,
  );
  return rows.map((row) => ({
    session: keyOf(row),
    path: String(row.path),
    how: row.how === 'read' ? 'read' : 'written',
    count: Number(row.count),
  }));
}

export function keyOf(row: Row): SessionKey & { home: string } {
  return { agent: String(row.agent), threadId: String(row.thread_id), home: String(row.home) };
}

export function machineOf({ machine }: Row): string | undefined {
  return typeof machine === 'string' && machine !== '' ? machine : undefined;
}

function sessionRow(row: Row): SessionRow {
  return {
    key: keyOf(row),
    machine: machineOf(row),
    path: String(row.path),
    gone: false,
    goneAt: undefined,
    archived: row.archived === true,
    title: textOf(row.title),
    firstPrompt: textOf(row.first_prompt),
    project: textOf(row.project),
    branch: textOf(row.branch),
    model: textOf(row.model),
    version: textOf(row.version),
    startedAt: numberOf(row.started_ms),
    endedAt: numberOf(row.ended_ms),
    // Written by the fold, which knows no other words.
    status: String(row.is_now === true ? row.status : row.later_status) as SessionStatus,
    parentThread: textOf(row.parent_thread),
    forkedFrom: textOf(row.forked_from),
    turns: Number(row.turns),
    messages: Number(row.messages),
    blocks: Number(row.blocks),
    tools: Number(row.tools),
    errors: Number(row.errors),
    problems: Number(row.problems),
    problem: textOf(row.source_problem) ?? textOf(row.problem),
    size: Number(row.size),
  };
}

function blockRow(row: Row): BlockRow {
  return {
    seq: Number(row.seq),
    message: String(row.message),
    // Written by the fold, which knows no other words.
    role: String(row.role) as BlockRole,
    kind: String(row.kind) as BlockKind,
    tool: textOf(row.tool),
    toolUse: textOf(row.tool_use),
    error: typeof row.error === 'boolean' ? row.error : undefined,
    parent: textOf(row.parent),
    inherited: row.inherited === true,
    at: Number(row.said_ms),
    line: Number(row.line),
    text: String(row.body),
    // Written by the fold from an object.
    input: typeof row.input === 'string' ? (JSON.parse(row.input) as Record<string, unknown>) : undefined,
    omitted: Number(row.omitted) || undefined,
  };
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Large numbers come as text. */
export function numberOf(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}

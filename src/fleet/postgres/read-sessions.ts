import { presentRedaction } from '../../archive/folding/block-redaction.ts';
import type { BlockKind, BlockRange, BlockRole, BlockRow } from '../../archive/model/block-row.ts';
import { pageLimit, pageOf, readCursor, wholeNumber } from '../../archive/model/paging.ts';
import type { Reading } from '../../archive/model/reading.ts';
import type { SessionFilter, SessionKey, SessionRow } from '../../archive/model/session-row.ts';
import { type StoredRow, storedSession, storedTouch, textColumn } from '../../archive/model/stored-row.ts';
import type { Page, Paged, TouchedFilter, TouchedRow } from '../../archive/model/thread-store.ts';
import { archiveLimits } from '../../limits/archive.ts';
import { createConditions, isSession, sessionConditions, touchedPath } from './conditions.ts';
import type { Queries } from './connect.ts';
import { fittingFacts } from './fitting-facts.ts';
import { withPeople } from './seen-people.ts';

export const SESSIONS = `session join source on source.id = session.source_id join machine on machine.id = source.machine_id`;
const SESSION = `select session.*, time_ms(started_at) as started_ms, time_ms(ended_at) as ended_ms,
  status_until >= now() as is_now, machine.name as machine, source.problem as source_problem from ${SESSIONS}`;

export async function listSessions(
  queries: Queries,
  reading: Reading,
  filter: SessionFilter,
  page: Page,
): Promise<Paged<SessionRow>> {
  const { project, model } = filter;
  const asked = {
    projects: project === undefined ? undefined : [project],
    isModel: model === undefined ? undefined : (text: string) => text === model,
  };
  const conditions = sessionConditions(filter, reading === 'owner' ? {} : await fittingFacts(queries, asked));
  const limit = pageLimit(page);
  if (page.cursor !== undefined) {
    const [ended, id] = readCursor(page.cursor, 2).map((number) => conditions.value(number));
    conditions.add(`(coalesce(ended_at, 'epoch'), session.id) < (to_timestamp(${ended}::float8 / 1000), ${id})`);
  }
  const rows = await withPeople(
    queries,
    await queries.all(
      `${SESSION} where ${conditions.sql} order by coalesce(ended_at, 'epoch') desc, session.id desc limit ${limit + 1}`,
      conditions.values,
    ),
  );
  return pageOf(
    rows,
    limit,
    (row) => sessionRow(reading, row),
    (row) => `${row.ended_ms ?? 0}.${row.id}`,
  );
}

export async function getSession(queries: Queries, reading: Reading, key: SessionKey): Promise<SessionRow | undefined> {
  const found = await sessionOf(queries, key);
  const [row] = await withPeople(queries, found ? [found] : []);
  return row && sessionRow(reading, row);
}

/** For others with the redacted prompt, if the present rules have looked at the session. */
function sessionRow(reading: Reading, row: StoredRow): SessionRow {
  if (reading === 'owner') return storedSession(row);
  if (row.redaction === presentRedaction()) return storedSession({ ...row, first_prompt: row.redacted_prompt });
  return { ...storedSession({ ...row, first_prompt: null }), unredacted: true };
}

export function sessionOf(queries: Queries, key: SessionKey): Promise<StoredRow | undefined> {
  const conditions = createConditions();
  return queries.get(`${SESSION} where ${isSession(conditions, key)}`, conditions.values);
}

/** The columns of a block of which others see something else. */
const redactedColumn = (column: string, redacted: string) =>
  `case when block.secret_words is null then block.${column} else block.${redacted} end as ${column}`;
export const REDACTED_COLUMNS = [
  redactedColumn('message', 'redacted_message'),
  redactedColumn('tool', 'redacted_tool'),
  redactedColumn('body', 'redacted'),
].join(', ');
const REDACTED_BLOCK = `seq, role, kind, error, inherited, said_ms, line, ${REDACTED_COLUMNS},
  ${redactedColumn('input', 'redacted_input')}, ${redactedColumn('omitted', 'redacted_omitted')}`;

export async function readBlocks(
  queries: Queries,
  reading: Reading,
  key: SessionKey,
  { from, count }: BlockRange,
): Promise<BlockRow[]> {
  const [first, most] = [wholeNumber(from, 'from'), Math.min(wholeNumber(count, 'count'), archiveLimits.maxPageRows)];
  const session = await sessionOf(queries, key);
  if (!session || (reading === 'others' && session.redaction !== presentRedaction())) return [];
  const rows = await queries.all(
    `select ${reading === 'owner' ? '*' : REDACTED_BLOCK} from block
      where session_id = $1 and seq >= $2 and seq < $3 order by seq limit $4`,
    [session.id, Math.min(first, MOST), Math.min(first + most, MOST), most],
  );
  return rows.map(blockRow);
}

/** The greatest value of a 32-bit column. */
const MOST = 2 ** 31 - 1;

export async function filesTouched(
  queries: Queries,
  reading: Reading,
  { path, session, limit = 1000 }: TouchedFilter,
): Promise<TouchedRow[]> {
  const conditions = createConditions();
  if (path !== undefined) conditions.add(touchedPath(conditions, path, reading));
  if (session) conditions.add(isSession(conditions, session));
  if (reading === 'others') conditions.add(`session.redaction = ${conditions.value(presentRedaction())}`);
  const shown = reading === 'owner' ? 'touched.path' : 'coalesce(touched.redacted, touched.path)';
  const most = Math.min(wholeNumber(limit, 'limit'), archiveLimits.maxPageRows);
  const rows = await queries.all(
    `select ${shown} as path, how, count, session.agent, session.home, session.thread_id from touched
      join session on session.id = session_id where ${conditions.sql}
      order by ${shown} collate "C", ended_at desc nulls last, how limit ${most}`,
    conditions.values,
  );
  return rows.map(storedTouch);
}

export function blockRow(row: StoredRow): BlockRow {
  return {
    seq: Number(row.seq),
    message: String(row.message),
    // Written by the fold, which uses only these words.
    role: String(row.role) as BlockRole,
    kind: String(row.kind) as BlockKind,
    tool: textColumn(row.tool),
    toolUse: textColumn(row.tool_use),
    error: typeof row.error === 'boolean' ? row.error : undefined,
    parent: textColumn(row.parent),
    inherited: row.inherited === true,
    at: Number(row.said_ms),
    line: Number(row.line),
    text: String(row.body),
    // Written by the fold from an object.
    input: typeof row.input === 'string' ? (JSON.parse(row.input) as Record<string, unknown>) : undefined,
    omitted: Number(row.omitted) || undefined,
  };
}

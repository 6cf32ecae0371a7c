import { isBelow } from '../../core/tools/path-below.ts';
import { archiveLimits } from '../../limits/archive.ts';
import { presentRedaction, withoutIds } from '../folding/block-redaction.ts';
import type { BlockRange, BlockRow } from '../model/block-row.ts';
import { pageLimit, pageOf, readCursor, wholeNumber } from '../model/paging.ts';
import type { Reading } from '../model/reading.ts';
import type { SessionFilter, SessionKey, SessionRow } from '../model/session-row.ts';
import { storedSession, storedTouch, textColumn } from '../model/stored-row.ts';
import type { Page, Paged, TouchedFilter, TouchedRow } from '../model/thread-store.ts';
import { decodeBlock } from './block-record.ts';
import { createChunkReader } from './chunks.ts';
import { allOf, belowFolder, type Condition, touchedPath } from './conditions.ts';
import { type BlockReading, promptFor, READINGS } from './reading.ts';
import { readRedacted } from './redacted-blocks.ts';
import type { SqliteRow, Statements, Value } from './statements.ts';
import { findSession } from './write-session.ts';

const SESSION = `select session.*, source.path, source.size, source.state = 'gone' as gone, source.gone_ms,
  source.problem as source_problem from session join source on source.id = session.source_id`;

export function listSessions(
  statements: Statements,
  reading: Reading,
  filter: SessionFilter,
  page: Page,
): Paged<SessionRow> {
  const { sql, values } = sessionCondition(filter, READINGS[reading]);
  const limit = pageLimit(page);
  const [ended, id] = page.cursor === undefined ? [] : readCursor(page.cursor, 2);
  const after = ended === undefined ? '' : 'and (coalesce(ended_ms, 0), session.id) < (?, ?)';
  const rows = statements.all(
    `${SESSION} where ${sql} ${after} order by coalesce(ended_ms, 0) desc, session.id desc limit ?`,
    ...values,
    ...(ended === undefined ? [] : [ended, id]),
    limit + 1,
  );
  return pageOf(
    rows,
    limit,
    (row) => sessionRow(reading, row),
    (row) => `${row.ended_ms ?? 0}.${row.id}`,
  );
}

/** By the owner's reading. `projects`: only those of these folders and of those below. */
export function countSessions(statements: Statements, filter: SessionFilter, projects?: readonly string[]): number {
  const { sql, values } = sessionCondition(filter, READINGS.owner);
  const rows = statements.all(
    `select session.project, count(*) as sessions from session join source on source.id = session.source_id
      where ${sql} group by 1`,
    ...values,
  );
  const folders = projects?.map(isBelow);
  const isIn = (project: string | undefined) => folders?.some((isInFolder) => isInFolder(project)) ?? true;
  return rows.reduce((sum, row) => sum + (isIn(textColumn(row.project)) ? Number(row.sessions) : 0), 0);
}

function sessionCondition(filter: SessionFilter, columns: Pick<BlockReading, 'model' | 'project'>): Condition {
  const { agent, project, since, until, model, machine, gone, subagents, parentThread, titled } = filter;
  const parts: Condition[] = [];
  const add = (sql: string, ...values: Value[]) => parts.push({ sql, values });
  if (agent !== undefined) add('session.agent = ?', agent);
  if (project !== undefined) parts.push(belowFolder(columns.project, project));
  if (since !== undefined) add('ended_ms >= ?', since);
  if (until !== undefined) add('started_ms < ?', until);
  if (model !== undefined) add(`${columns.model} = ?`, model);
  if (machine !== undefined) add('false');
  if (titled) add('session.title is not null');
  if (gone !== undefined) add("(source.state = 'gone') = ?", gone);
  if (parentThread !== undefined) add('parent_thread = ?', parentThread);
  else if (!subagents) add('parent_thread is null');
  return allOf(parts);
}

export function getSession(statements: Statements, reading: Reading, key: SessionKey): SessionRow | undefined {
  const found = findSession(statements, key);
  return found && sessionById(statements, reading, found.id);
}

export function sessionById(statements: Statements, reading: Reading, id: number): SessionRow | undefined {
  const row = statements.get(`${SESSION} where session.id = ?`, id);
  return row && sessionRow(reading, row);
}

export function readBlocks(
  statements: Statements,
  reading: Reading,
  key: SessionKey,
  { from, count }: BlockRange,
): BlockRow[] {
  const found = findSession(statements, key);
  if (!found || (reading === 'others' && found.redaction !== presentRedaction())) return [];
  const read = createChunkReader(statements, 2);
  return statements
    .all(
      'select * from block where session_id = ? and seq >= ? order by seq limit ?',
      found.id,
      wholeNumber(from, 'from'),
      Math.min(wholeNumber(count, 'count'), archiveLimits.maxPageRows),
    )
    .map((row) => {
      if (reading === 'owner') return blockRow(row, read(Number(row.chunk_id)));
      if (row.secret === 0) return withoutIds(blockRow(row, read(Number(row.chunk_id))));
      const { columns, bytes } = readRedacted(statements, Number(row.id));
      return blockRow({ ...row, ...columns }, bytes);
    });
}

export function filesTouched(
  statements: Statements,
  reading: Reading,
  { path, session, limit = 1000 }: TouchedFilter,
): TouchedRow[] {
  const { path: shown, condition } = READINGS[reading];
  const parts: Condition[] = [condition];
  if (path !== undefined) parts.push(touchedPath(path, shown));
  if (session) parts.push({ sql: 'session.id = ?', values: [findSession(statements, session)?.id ?? -1] });
  const { sql, values } = allOf(parts);
  return statements
    .all(
      `select ${shown} as path, how, count, session.agent, session.home, session.thread_id from touched
        join session on session.id = session_id where ${sql} order by 1, ended_ms desc, how limit ?`,
      ...values,
      Math.min(wholeNumber(limit, 'limit'), archiveLimits.maxPageRows),
    )
    .map(storedTouch);
}

function sessionRow(reading: Reading, row: SqliteRow): SessionRow {
  const session = storedSession({ ...promptFor(reading, row), is_now: Date.now() <= Number(row.status_until_ms) });
  if (reading === 'others' && row.redaction !== presentRedaction()) session.unredacted = true;
  return session;
}

function blockRow(row: SqliteRow, chunk: Buffer): BlockRow {
  const { program: _program, ...block } = decodeBlock(row, chunk);
  return { seq: Number(row.seq), ...block };
}

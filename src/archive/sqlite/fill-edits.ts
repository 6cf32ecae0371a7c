import type { DatabaseSync } from 'node:sqlite';
import { ThreadlineError } from '../../errors.ts';
import type { HomeOptions } from '../../machine/sessions/homes.ts';
import { nextTurn } from '../../machine/sessions/next-turn.ts';
import { openSession } from '../../machine/sessions/open-session.ts';
import { createBlockEvents } from '../folding/block-events.ts';
import { createEditFold, type EditFold } from '../folding/fold-edits.ts';
import { textColumn } from '../model/stored-row.ts';
import { decodeBlock } from './block-record.ts';
import { createChunkReader } from './chunks.ts';
import { beginEdits, hasEdits } from './edit-tables.ts';
import { isExcluded } from './rules.ts';
import type { SqliteRow, Statements } from './statements.ts';
import { createEditQueue } from './write-edits.ts';

export interface FillOptions extends Pick<HomeOptions, 'homes' | 'env' | 'agents'> {
  isStopped(): boolean;
}

/** How many sessions there are, and how many of them the index of lines has. */
export interface EditsState {
  sessions: number;
  indexed: number;
}

const DUE = `from session join source on source.id = source_id left join edit_done on edit_done.session_id = session.id
  where edit_done.identity is not source.identity`;

export function editsState(statements: Statements): EditsState {
  const count = (sql: string) => Number(statements.get(sql)?.count);
  const sessions = count('select count(*) as count from session');
  const indexed = hasEdits(statements) ? sessions - count(`select count(*) as count ${DUE}`) : 0;
  return { sessions, indexed };
}

/** True if sessions are to be looked at that were taken in before there was an index of lines. */
export function isFillDue(statements: Statements): boolean {
  return !hasEdits(statements) || statements.get(`select 1 ${DUE} limit 1`) !== undefined;
}

/** Fills the index of lines from sessions that were taken in without it, the newest first. */
export async function fillEdits(database: DatabaseSync, statements: Statements, options: FillOptions): Promise<void> {
  const key = beginEdits(database, statements);
  const queue = createEditQueue(database, statements);
  const due = statements.all(
    `select session.id, session.project, session.model, source.path, source.state, source.identity ${DUE}
      order by coalesce(ended_ms, 0) desc`,
  );
  for (const row of due) {
    if (options.isStopped()) break;
    const fold = createEditFold(key);
    if (!isExcluded(statements, textColumn(row.project))) await readEvents(statements, row, fold, options);
    queue.add({ session: Number(row.id), edits: fold.take(), isFirst: true, identity: String(row.identity) });
    if (queue.isDue) queue.flush();
    await nextTurn();
  }
  queue.flush();
}

/** From the file, or where it is gone from the stored blocks. */
async function readEvents(statements: Statements, row: SqliteRow, fold: EditFold, options: FillOptions): Promise<void> {
  const { homes, env, agents } = options;
  if (row.state === 'live' || row.state === 'packed') {
    try {
      const session = await openSession({ path: String(row.path) }, { homes, env, agents });
      for await (const batch of session.eventBatches()) {
        for (const outcome of batch) for (const event of outcome.ok ? outcome.events : []) fold.push(event);
      }
      return;
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
      fold.take();
    }
  }
  const events = createBlockEvents(textColumn(row.project), textColumn(row.model));
  const read = createChunkReader(statements, 2);
  for (const { id } of statements.all('select id from block where session_id = ? order by seq', row.id)) {
    const block = statements.get('select * from block where id = ?', id);
    const decoded = block && tryDecode(block, read);
    if (decoded) for (const event of events.push(decoded)) fold.push(event);
  }
}

function tryDecode(row: SqliteRow, read: (chunk: number) => Buffer) {
  try {
    return decodeBlock(row, read(Number(row.chunk_id)));
  } catch (error) {
    if (error instanceof ThreadlineError) return undefined;
    throw error;
  }
}

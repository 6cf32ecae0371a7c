import type { DatabaseSync } from 'node:sqlite';
import { changeSum } from '../../machine/provenance/change-sum.ts';
import type { KeptSum } from '../../machine/provenance/edit-index.ts';
import { nextTurn } from '../../machine/sessions/next-turn.ts';
import { textColumn } from '../model/stored-row.ts';
import { hasEdits } from './edit-tables.ts';
import { opsOfSession } from './kept-ops.ts';
import { transaction } from './sqlite.ts';
import type { Statements } from './statements.ts';

/** How much each session changed, its sub-agents included, so that lists need no replay. Numbers alone: no paths, no texts. */
const TABLES = `
create table if not exists edit_sum(
  session_id integer primary key,
  added int not null, removed int not null,
  files int not null) strict;
create trigger if not exists session_sum_removed after delete on session begin
  delete from edit_sum where session_id = old.id or session_id in
    (select id from session where agent = old.agent and thread_id = old.parent_thread); end;
-- Of a session those that it started are asked for: without it each session would be looked for among all.
create index if not exists session_parent on session(agent, parent_thread) where parent_thread is not null;
`;

const DUE = `from edit_done join session on session.id = edit_done.session_id
  where not exists (select 1 from edit_sum where edit_sum.session_id = session.id)`;

/** What no session of the thread wrote, nor one that it started, needs no replay. */
const ZERO_SUMS = `
with editing as (select agent, thread_id, parent_thread from session where id in (select session_id from edit_text))
insert or ignore into edit_sum select session.id, 0, 0, 0 ${DUE}
  and (agent, thread_id) not in (select agent, thread_id from editing)
  and (agent, thread_id) not in (select agent, parent_thread from editing where parent_thread is not null)`;

function hasEditSums(statements: Statements): boolean {
  return has(statements, 'edit_sum');
}

function has(statements: Statements, name: string): boolean {
  return statements.get('select 1 from sqlite_schema where name = ?', name) !== undefined;
}

/** True if the edits of a session are there and were not counted yet. */
export function areSumsDue(statements: Statements): boolean {
  if (!hasEdits(statements)) return false;
  return !hasEditSums(statements) || statements.get(`select 1 ${DUE} limit 1`) !== undefined;
}

/** The edits of a session changed: it is counted again, and so is the one that started it. */
export function dropEditSum(statements: Statements, session: number): void {
  if (!hasEditSums(statements)) return;
  statements.run(
    `delete from edit_sum where session_id = ? or session_id in (select parent.id from session join session as parent
      on parent.agent = session.agent and parent.thread_id = session.parent_thread where session.id = ?)`,
    session,
    session,
  );
}

/** Counts sessions from the edits that are kept of them, the newest first. */
export async function fillEditSums(
  database: DatabaseSync,
  statements: Statements,
  { isStopped, most = -1 }: { isStopped: () => boolean; most?: number },
): Promise<void> {
  // An earlier version made the table without the index.
  if (!hasEditSums(statements) || !has(statements, 'session_parent')) database.exec(TABLES);
  transaction(database, () => statements.run(ZERO_SUMS));
  const due = statements.all(
    `select session.id, session.agent, session.thread_id, edit_done.identity ${DUE} order by coalesce(ended_ms, 0) desc
      limit ?`,
    most,
  );
  for (const { id, agent, thread_id, identity } of due) {
    if (isStopped()) return;
    const session = { agent: String(agent), id: String(thread_id) };
    const { added, removed, files } = await changeSum(session, opsOfSession(statements, session));
    transaction(database, () => {
      // It may have grown or been forgotten meanwhile.
      const now = statements.get('select identity from edit_done where session_id = ?', id)?.identity;
      if (textColumn(now) !== textColumn(identity)) return;
      statements.run('insert or replace into edit_sum values (?, ?, ?, ?)', id, added, removed, files);
    });
    await nextTurn();
  }
}

/** By `AGENT:ID`. A thread that two homes have is left out: their edits are kept together. */
export function readEditSums(statements: Statements): ReadonlyMap<string, KeptSum> {
  const found = new Map<string, KeptSum>();
  if (!hasEditSums(statements)) return found;
  const twice = new Set<string>();
  const rows = statements.all(
    `select session.agent, session.thread_id, session.parent_thread, source.path, source.size, source.state, added, removed, files
      from edit_sum join session on session.id = session_id join source on source.id = source_id`,
  );
  for (const { agent, thread_id, parent_thread, path, size, state, ...sum } of rows) {
    const key = `${agent}:${thread_id}`;
    if (found.has(key)) twice.add(key);
    const file = state === 'gone' ? undefined : { path: String(path), size: Number(size) };
    const [added, removed, files] = [Number(sum.added), Number(sum.removed), Number(sum.files)];
    found.set(key, { added, removed, files, file, parentId: textColumn(parent_thread) });
  }
  for (const key of twice) found.delete(key);
  return found;
}

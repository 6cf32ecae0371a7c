import { numberColumn } from '../model/stored-row.ts';
import { keepRevision } from './revision.ts';
import type { Statements } from './statements.ts';
import { removeBlock } from './write-blocks.ts';
import { removeEdits } from './write-edits.ts';

/** Removes a session with all that belongs to it. Call it inside a transaction. */
export function removeSession(statements: Statements, session: number): void {
  keepRevision(statements);
  removeEdits(statements, session);
  const source = numberColumn(statements.get('select source_id from session where id = ?', session)?.source_id);
  for (const { id } of statements.all('select id from block where session_id = ?', session)) {
    removeBlock(statements, Number(id));
  }
  for (const table of ['chunk', 'touched']) statements.run(`delete from ${table} where session_id = ?`, session);
  statements.run('delete from session where id = ?', session);
  if (source === undefined) return;
  statements.run('delete from usage where source_id = ?', source);
  statements.run("delete from source where id = ? and state = 'gone'", source);
}

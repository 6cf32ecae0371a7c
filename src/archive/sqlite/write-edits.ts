import type { DatabaseSync } from 'node:sqlite';
import { lastName } from '../../core/tools/paths.ts';
import { archiveLimits } from '../../limits/archive.ts';
import { hashesOf } from '../folding/fold-edits.ts';
import { createLineHash } from '../folding/line-hash.ts';
import { unpackOps } from '../folding/packed-ops.ts';
import type { FoldedCall, FoldedEdits } from '../model/folded-edits.ts';
import { dropEditSum } from './edit-sums.ts';
import { hasEdits, lineKey } from './edit-tables.ts';
import { transaction } from './sqlite.ts';
import type { Statements } from './statements.ts';

/** What a session did to files, or a part of it. */
export interface EditWrite {
  session: number;
  edits: FoldedEdits;
  isFirst: boolean;
  /** The version of the source that was read, with the last part. */
  identity?: string | undefined;
}

/** Holds edits back: sessions can be searched first, and lines are written faster in the order of their numbers. */
export interface EditQueue {
  add(write: EditWrite): void;
  /** True if so much waits that it is to be written. */
  readonly isDue: boolean;
  flush(): void;
}

export function createEditQueue(database: DatabaseSync, statements: Statements): EditQueue {
  let waiting: EditWrite[] = [];
  let rows = 0;
  let bytes = 0;
  return {
    add(write) {
      waiting.push(write);
      for (const { hashes } of write.edits.calls) rows += hashes.length;
      for (const body of write.edits.texts) bytes += body.length;
    },
    get isDue() {
      return rows >= archiveLimits.lineBatchRows || bytes >= archiveLimits.indexBatchBytes;
    },
    flush() {
      const writes = waiting;
      waiting = [];
      [rows, bytes] = [0, 0];
      if (writes.length > 0) transaction(database, () => writeEdits(statements, writes));
    },
  };
}

function writeEdits(statements: Statements, writes: readonly EditWrite[]): void {
  const lines = createLineRows(writes);
  for (const { session, edits, isFirst, identity } of writes) {
    // It may have been forgotten meanwhile.
    if (!statements.get('select 1 from session where id = ?', session)) continue;
    const kept = isFirst ? keptCalls(statements, session, edits.calls, identity !== undefined) : 0;
    if (isFirst && kept === 0) removeEdits(statements, session);
    for (const { path, at, turn, how, hashes } of edits.calls.slice(kept)) {
      const call = statements.run(
        'insert into edit_call(session_id, path_id, at_ms, turn, how) values (?, ?, ?, ?, ?)',
        session,
        pathId(statements, path),
        at,
        turn,
        how,
      );
      lines.add(hashes, call);
    }
    if (kept > 0) statements.run('delete from edit_text where session_id = ?', session);
    for (const body of edits.texts)
      statements.run('insert into edit_text(session_id, body) values (?, ?)', session, body);
    for (const { sha, call } of edits.commits)
      statements.run('insert or ignore into made_commit(sha, session_id, call) values (?, ?, ?)', sha, session, call);
    dropEditSum(statements, session);
    if (identity !== undefined)
      statements.run('insert or replace into edit_done(session_id, identity) values (?, ?)', session, identity);
  }
  lines.each((hash, call) => statements.run('insert or ignore into line(h, call) values (?, ?)', hash, call));
}

/** Lines to write in the order of their numbers. As lists of two they would take five times the memory. */
function createLineRows(writes: readonly EditWrite[]) {
  const most = writes.reduce((sum, { edits }) => edits.calls.reduce((rows, call) => rows + call.hashes.length, sum), 0);
  const [lines, callOf] = [new Float64Array(most), new Float64Array(most)];
  let count = 0;
  return {
    add(hashes: Float64Array, call: number): void {
      lines.set(hashes, count);
      callOf.fill(call, count, count + hashes.length);
      count += hashes.length;
    },
    each(write: (hash: number, call: number) => void): void {
      const order = Uint32Array.from({ length: count }, (_, index) => index);
      order.sort((one, other) => (lines[one] ?? 0) - (lines[other] ?? 0));
      for (const index of order) write(lines[index] ?? 0, callOf[index] ?? 0);
    },
  };
}

function pathId(statements: Statements, path: string): number {
  const known = statements.get('select id from edit_path where path = ?', path)?.id;
  if (known !== undefined) return Number(known);
  return statements.run('insert into edit_path(path, base) values (?, ?)', path, lastName(path));
}

/** How many calls are there already: all that were, if a session only grew. */
function keptCalls(statements: Statements, session: number, calls: readonly FoldedCall[], isWhole: boolean): number {
  if (!isWhole) return 0;
  const rows = statements.all(
    `select path, at_ms, turn, how from edit_call join edit_path on edit_path.id = path_id
      where session_id = ? order by edit_call.id`,
    session,
  );
  const isPrefix = rows.every((row, index) => {
    const call = calls[index];
    return call && row.path === call.path && row.at_ms === call.at && row.turn === call.turn && row.how === call.how;
  });
  return isPrefix ? rows.length : 0;
}

/** Removes what is kept of a session's edits. Call it inside a transaction, before the session is removed. */
export function removeEdits(statements: Statements, session: number): void {
  if (!hasEdits(statements)) return;
  dropEditSum(statements, session);
  const calls = statements.all(
    `select edit_call.id, path_id, path from edit_call join edit_path on edit_path.id = path_id
      where session_id = ? order by edit_call.id`,
    session,
  );
  if (calls.length > 0 && !removeLines(statements, session, calls)) {
    // The texts that tell the lines are damaged: all lines are looked through.
    statements.run('delete from line where call in (select id from edit_call where session_id = ?)', session);
  }
  for (const table of ['edit_call', 'edit_text', 'made_commit', 'edit_done'])
    statements.run(`delete from ${table} where session_id = ?`, session);
  for (const path of new Set(calls.map(({ path_id }) => Number(path_id)))) {
    statements.run(
      'delete from edit_path where id = ? and not exists (select 1 from edit_call where path_id = ?)',
      path,
      path,
    );
  }
}

type CallRow = Record<string, unknown>;

/** Finds the lines of calls by the texts that the calls wrote. False if these are not all there. */
function removeLines(statements: Statements, session: number, calls: readonly CallRow[]): boolean {
  const key = lineKey(statements);
  if (key === undefined) return false;
  const hashOf = createLineHash(key);
  const left = new Map<string, number[]>();
  for (const { id, path } of calls) {
    const ids = left.get(String(path));
    if (ids) ids.push(Number(id));
    else left.set(String(path), [Number(id)]);
  }
  for (const ids of left.values()) ids.reverse();
  for (const { id } of statements.all('select id from edit_text where session_id = ? order by id', session)) {
    const byPath = unpackOps(statements.get('select body from edit_text where id = ?', id)?.body);
    for (const [path, ops] of byPath ?? []) {
      for (const op of path === '' ? [] : ops) {
        const call = left.get(path)?.pop();
        if (call === undefined) return false;
        for (const hash of hashesOf(op, hashOf))
          statements.run('delete from line where h = ? and call = ?', hash, call);
      }
    }
  }
  return [...left.values()].every((ids) => ids.length === 0);
}

/** Removes lines of sessions that an earlier version of threadline removed. Call it inside a transaction. */
export function removeOrphans(statements: Statements): void {
  if (!hasEdits(statements) || !statements.get('select 1 from edit_orphan limit 1')) return;
  statements.run('delete from line where call in (select call from edit_orphan)');
  statements.run('delete from edit_path where id not in (select path_id from edit_call)');
  statements.run('delete from edit_orphan');
}

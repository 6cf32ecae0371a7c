import { archiveLimits } from '../../limits/archive.ts';
import type { Committer } from '../../machine/provenance/committers.ts';
import type { EditedPath, EditIndex, EditingSession, KeptSum, LineVotes } from '../../machine/provenance/edit-index.ts';
import { createLineHash } from '../folding/line-hash.ts';
import type { Guarded } from './archive-reads.ts';
import { readEditSums } from './edit-sums.ts';
import { hasEdits, lineKey } from './edit-tables.ts';
import { editsState } from './fill-edits.ts';
import { EDITING_SESSION, editingSession, opsOfAll, opsOfSession } from './kept-ops.ts';
import type { SqliteRow, Statements } from './statements.ts';

const MOST_BESIDE = 5000;
const IN = 'in (select value from json_each(?))';

/** What the archive keeps of edits. An archive of before has none yet, and says so. */
export function createEditIndex(guarded: Guarded): EditIndex {
  /** Runs a read if there is an index at all. */
  const asked = <Result>(none: Result, run: (statements: Statements) => Result): Promise<Result> =>
    guarded((statements) => (hasEdits(statements) ? run(statements) : none));
  return {
    state: () => guarded(editsState),
    pathsNamed: (names) => asked([], (statements) => pathsNamed(statements, names)),
    pathsBeside: (ids) => asked([], (statements) => pathsBeside(statements, ids)),
    sessionsOf: (ids) => asked([], (statements) => sessionsOf(statements, ids)),
    votes: (lines) => asked([], (statements) => votes(statements, lines)),
    ops: (sessions, ids) => asked([], (statements) => opsOfAll(statements, sessions, pathTest(statements, ids))),
    opsOfSession: (session) => asked([], (statements) => opsOfSession(statements, session)),
    sums: () => asked<ReadonlyMap<string, KeptSum>>(new Map(), readEditSums),
    pathId: (path) => asked(undefined, (statements) => pathId(statements, path)),
    committers: (commits) =>
      asked<ReadonlyMap<string, Committer>>(new Map(), (statements) => committers(statements, commits)),
  };
}

function pathsNamed(statements: Statements, names: readonly string[]): EditedPath[] {
  return statements.all(`select id, path from edit_path where base ${IN}`, JSON.stringify(names)).map(editedPath);
}

function editedPath({ id, path }: SqliteRow): EditedPath {
  return { id: Number(id), path: String(path) };
}

function pathId(statements: Statements, path: string): number | undefined {
  const id = statements.get('select id from edit_path where path = ?', path)?.id;
  return id === undefined ? undefined : Number(id);
}

function pathsBeside(statements: Statements, ids: readonly number[]): string[] {
  const rows = statements.all(
    `select distinct path from edit_path join edit_call on path_id = edit_path.id where session_id in
      (select session_id from edit_call where path_id ${IN}) limit ?`,
    JSON.stringify(ids),
    MOST_BESIDE,
  );
  return rows.map(({ path }) => String(path));
}

function sessionsOf(statements: Statements, ids: readonly number[]): EditingSession[] {
  const edited = `select session_id from edit_call where path_id ${IN}`;
  return statements.all(`${EDITING_SESSION} where session.id in (${edited})`, JSON.stringify(ids)).map(editingSession);
}

/** Calls are looked up once for all lines: lines of one call mostly stand together. */
function votes(statements: Statements, lines: readonly string[]): LineVotes[] {
  const key = lineKey(statements);
  if (key === undefined) return [];
  const hashOf = createLineHash(key);
  const calls = new Map<number, number>();
  for (const line of new Set(lines)) {
    const found = statements.lists(
      'select call from line where h = ? limit ?',
      hashOf(line),
      archiveLimits.maxLineCalls + 1,
    );
    if (found.length > archiveLimits.maxLineCalls) continue;
    for (const [call] of found) calls.set(Number(call), (calls.get(Number(call)) ?? 0) + 1);
  }
  const byPlace = new Map<string, LineVotes>();
  const rows = statements.all(
    `select edit_call.id as call, session_id, path_id as id, path from edit_call join edit_path on edit_path.id = path_id
      where edit_call.id ${IN}`,
    JSON.stringify([...calls.keys()]),
  );
  for (const row of rows) {
    const place = `${row.session_id} ${row.id}`;
    const known = byPlace.get(place) ?? { ...editedPath(row), session: Number(row.session_id), lines: 0 };
    known.lines += calls.get(Number(row.call)) ?? 0;
    byPlace.set(place, known);
  }
  return [...byPlace.values()];
}

function pathTest(statements: Statements, ids: readonly number[]): (path: string) => boolean {
  const rows = statements.all(`select path from edit_path where id ${IN}`, JSON.stringify(ids));
  const paths = new Set(['', ...rows.map(({ path }) => String(path))]);
  return (path) => paths.has(path);
}

function committers(statements: Statements, commits: readonly string[]): ReadonlyMap<string, Committer> {
  const found = new Map<string, Committer>();
  for (const commit of commits) {
    const rows = statements.all(
      `select sha, agent, coalesce(parent_thread, thread_id) as thread from made_commit
        join session on session.id = session_id where sha between ? and ?`,
      commit.slice(0, 7),
      commit,
    );
    const row = rows.find(({ sha }) => commit.startsWith(String(sha)));
    if (row) found.set(commit.slice(0, 7), { agent: String(row.agent), id: String(row.thread), source: 'output' });
  }
  return found;
}

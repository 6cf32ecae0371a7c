import type { DatabaseSync } from 'node:sqlite';
import { ThreadlineError } from '../../errors.ts';
import { wordText } from '../query/spread-cjk.ts';
import { giveBlockId } from './block-ids.ts';
import { createChunkPacker, createChunkReader } from './chunks.ts';
import { transaction } from './sqlite.ts';
import { createStatements, type Row, type Statements, type Value } from './statements.ts';

/**
 * Copies the sessions whose files are gone from one archive to another, as far as they can be read; and what the person
 * decided: what to keep, to leave out, to forget. Each session by itself: one that is damaged does not stop the others.
 */
export function copyGone(from: DatabaseSync, to: DatabaseSync): { carried: number; lost: number } {
  const [old, next] = [createStatements(from), createStatements(to)];
  copyDecisions(to, old, next);
  let [carried, lost] = [0, 0];
  for (const { sessions, copySource } of eachGone(old, next)) {
    try {
      transaction(to, () => {
        const source = copySource();
        for (const session of sessions()) {
          copySession(old, next, session, source);
          carried += 1;
        }
      });
    } catch {
      lost += 1;
    }
  }
  return { carried, lost };
}

/** A file that is gone, and the sessions that were in it. */
interface GoneSource {
  copySource(): number;
  sessions(): number[];
}

/**
 * Reads tables from end to end and no index of theirs, which may be what is damaged. Where nobody can say any more which
 * files are gone, all sessions are taken for such: those whose files are there are taken back by the next index run.
 */
function eachGone(old: Statements, next: Statements): GoneSource[] {
  try {
    return old.all("select id from source not indexed where state = 'gone'").map(({ id }) => ({
      copySource() {
        const source = copyRow(old, next, 'source', Number(id), {});
        copyUsage(old, next, Number(id), source);
        return source;
      },
      sessions: () => idsOf(old.all('select id from session not indexed where source_id = ?', id)),
    }));
  } catch {
    const sessions = tryRead(() => old.all('select id, agent, home, thread_id from session not indexed'));
    return sessions.map((row) => ({ copySource: () => unknownSource(next, row), sessions: () => idsOf([row]) }));
  }
}

function idsOf(rows: readonly Row[]): number[] {
  return rows.map(({ id }) => Number(id));
}

function unknownSource(next: Statements, { agent, home, thread_id: thread }: Row): number {
  return next.run(
    `insert into source(agent, home, path, thread_id, identity, size, mtime_ms, offset, state, gone_ms, superseded, fold)
      values (?, ?, '', ?, '', -1, 0, 0, 'gone', ?, 0, 0)`,
    agent,
    home,
    thread,
    Date.now(),
  );
}

function copyDecisions(to: DatabaseSync, old: Statements, next: Statements): void {
  transaction(to, () => {
    for (const { name, value } of tryRead(() =>
      old.all("select * from setting where name not in ('fresh', 'found')"),
    )) {
      next.run('insert or replace into setting(name, value) values (?, ?)', name, value);
    }
    for (const { project } of tryRead(() => old.all('select project from excluded'))) {
      next.run('insert or ignore into excluded(project) values (?)', project);
    }
    for (const { key } of tryRead(() => old.all('select key from forgotten'))) {
      next.run('insert or ignore into forgotten(key) values (?)', key);
    }
  });
}

function tryRead(read: () => Row[]): Row[] {
  try {
    return read();
  } catch {
    return [];
  }
}

/** By the names of columns: a later version may have others. Gives the new id. */
function copyRow(
  old: Statements,
  next: Statements,
  table: 'source' | 'session',
  id: number,
  changed: Record<string, Value>,
): number {
  const row = old.get(`select * from ${table} where id = ?`, id);
  if (!row) throw new Error(`no ${table} ${id}`);
  const columns = new Set(next.all(`pragma table_info(${table})`).map(({ name }) => String(name)));
  const values = Object.entries({ ...row, ...changed }).filter(([name]) => name !== 'id' && columns.has(name));
  const names = values.map(([name]) => name).join(', ');
  const places = values.map(() => '?').join(', ');
  return next.run(`insert into ${table}(${names}) values (${places})`, ...values.map(([, value]) => value));
}

function copyUsage(old: Statements, next: Statements, from: number, to: number): void {
  const facts = tryRead(() => old.all('select facts from usage where source_id = ?', from))[0]?.facts;
  if (facts instanceof Uint8Array) next.run('insert into usage(source_id, facts) values (?, ?)', to, facts);
}

function copySession(old: Statements, next: Statements, id: number, source: number): void {
  const revision = Number(next.get('select coalesce(max(revision), 0) + 1 as next from session')?.next);
  const session = copyRow(old, next, 'session', id, { source_id: source, revision });
  const read = createChunkReader(old);
  const packer = createChunkPacker(next, session);
  const words: { id: number; text: string }[] = [];
  const ids = new Map<number, number>();
  const columns = next.all('pragma table_info(block)').map(({ name }) => String(name));
  for (const row of old.all('select * from block not indexed where session_id = ? order by seq', id)) {
    const bytes = bytesOf(row, read);
    const length = bytes.length === 0 ? 0 : Number(row.length);
    const input = bytes.length - length;
    packer.add(bytes, ({ chunk, start: place }) => {
      const made: Record<string, Value> = { ...row, session_id: session, chunk_id: chunk, start: place, length, input };
      const sql = `insert into block(${columns.join(', ')}) values (${columns.map(() => '?').join(', ')}) on conflict(id) do nothing`;
      made.id = giveBlockId(next, Math.floor(Number(row.id) / 1024), ids, (tried) =>
        next.tryRun(sql, ...columns.map((name) => (name === 'id' ? tried : made[name]))),
      );
      words.push({ id: Number(made.id), text: wordText(bytes.toString('utf8', 0, length)).text });
      const program = tryRead(() => old.all('select program from command where block_id = ?', row.id))[0]?.program;
      if (program) next.run('insert into command(block_id, program) values (?, ?)', Number(made.id), program);
    });
  }
  packer.end();
  words.sort((one, other) => one.id - other.id);
  for (const word of words) next.run('insert into word(rowid, text) values (?, ?)', word.id, word.text);
  const touched = tryRead(() => old.all('select path, how, count from touched not indexed where session_id = ?', id));
  for (const { path, how, count } of touched) {
    next.run('insert into touched(path, session_id, how, count) values (?, ?, ?, ?)', path, session, how, count);
  }
}

/** Nothing for a text that cannot be read any more: the rest of the conversation is kept. */
function bytesOf({ chunk_id, start, length, input }: Row, read: (chunk: number) => Buffer): Buffer {
  try {
    const from = Number(start);
    return read(Number(chunk_id)).subarray(from, from + Number(length) + Number(input));
  } catch (error) {
    if (error instanceof ThreadlineError) return Buffer.alloc(0);
    throw error;
  }
}

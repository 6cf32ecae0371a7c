import { ThreadlineError } from '../../errors.ts';
import { wordText } from '../query/spread-cjk.ts';
import { giveBlockId } from './block-ids.ts';
import { createChunkPacker, createChunkReader } from './chunks.ts';
import { type Row, type Statements, textOf, type Value } from './statements.ts';

/** A session as rows: all that one archive holds of it and another one needs. Ids in it mean nothing outside. */
export interface SessionCopy {
  session: Row;
  touched: Row[];
  blocks: Iterable<BlockCopy>;
}

export interface BlockCopy {
  row: Row;
  /** The text, then the input; empty where they cannot be read any more. */
  bytes: Buffer;
  program?: string | undefined;
}

/** Of a file: its row, and what it told of requests. */
export interface SourceCopy {
  row: Row;
  usage?: Uint8Array | undefined;
}

export function readSource(statements: Statements, id: number): SourceCopy {
  const facts = tryRead(() => statements.all('select facts from usage where source_id = ?', id))[0]?.facts;
  return {
    row: needed(statements.get('select * from source where id = ?', id)),
    usage: facts instanceof Uint8Array ? facts : undefined,
  };
}

/**
 * Throws where rows cannot be read. `isDamaged`: tables are read from end to end and no index of theirs, which may be what
 * is damaged.
 */
export function readSession(statements: Statements, id: number, isDamaged = false): SessionCopy {
  const how = isDamaged ? 'not indexed' : '';
  const read = createChunkReader(statements, 2);
  function* blocks(): Generator<BlockCopy> {
    const program = (row: Row) =>
      textOf(tryRead(() => statements.all('select program from command where block_id = ?', row.id))[0]?.program);
    for (const row of statements.all(`select * from block ${how} where session_id = ? order by seq`, id)) {
      yield { row, bytes: bytesOf(row, read), program: program(row) };
    }
  }
  return {
    session: needed(statements.get('select * from session where id = ?', id)),
    touched: tryRead(() => statements.all('select path, how, count from touched not indexed where session_id = ?', id)),
    blocks: blocks(),
  };
}

/** Gives the new id. To be called inside of a transaction, as what follows. */
export function writeSourceCopy(statements: Statements, { row, usage }: SourceCopy): number {
  const id = insertRow(statements, 'source', row);
  if (usage) statements.run('insert into usage(source_id, facts) values (?, ?)', id, usage);
  return id;
}

export function writeSessionCopy(statements: Statements, copy: SessionCopy, source: number): void {
  const revision = Number(statements.get('select coalesce(max(revision), 0) + 1 as next from session')?.next);
  const session = insertRow(statements, 'session', { ...copy.session, source_id: source, revision });
  const packer = createChunkPacker(statements, session);
  const words: { id: number; text: string }[] = [];
  const ids = new Map<number, number>();
  for (const { row, bytes, program } of copy.blocks) {
    const length = bytes.length === 0 ? 0 : Number(row.length);
    packer.add(bytes, ({ chunk, start }) => {
      const made = { ...row, session_id: session, chunk_id: chunk, start, length, input: bytes.length - length };
      const id = insertBlock(statements, made, ids);
      words.push({ id, text: wordText(bytes.toString('utf8', 0, length)).text });
      if (program) statements.run('insert into command(block_id, program) values (?, ?)', id, program);
    });
  }
  packer.end();
  words.sort((one, other) => one.id - other.id);
  for (const { id, text } of words) statements.run('insert into word(rowid, text) values (?, ?)', id, text);
  for (const { path, how, count } of copy.touched) {
    statements.run('insert into touched(path, session_id, how, count) values (?, ?, ?, ?)', path, session, how, count);
  }
}

/** Ids are made of the time: another archive may have given the same one to another block. */
function insertBlock(statements: Statements, row: Row, ids: Map<number, number>): number {
  const columns = columnsOf(statements, 'block').filter((name) => name === 'id' || row[name] !== undefined);
  const places = columns.map(() => '?').join(', ');
  const sql = `insert into block(${columns.join(', ')}) values (${places}) on conflict(id) do nothing`;
  return giveBlockId(statements, Math.floor(Number(row.id) / 1024), ids, (tried) =>
    statements.tryRun(sql, ...columns.map((name) => (name === 'id' ? tried : row[name]))),
  );
}

/** By the names of columns: a later version may have others. Gives the new id. */
function insertRow(statements: Statements, table: 'source' | 'session', row: Row): number {
  const columns = new Set(columnsOf(statements, table));
  const values: [string, Value][] = Object.entries(row).filter(([name]) => name !== 'id' && columns.has(name));
  const names = values.map(([name]) => name).join(', ');
  const places = values.map(() => '?').join(', ');
  return statements.run(`insert into ${table}(${names}) values (${places})`, ...values.map(([, value]) => value));
}

function columnsOf(statements: Statements, table: 'source' | 'session' | 'block'): string[] {
  return statements.all(`pragma table_info(${table})`).map(({ name }) => String(name));
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

/** What is damaged is left out. */
export function tryRead(read: () => Row[]): Row[] {
  try {
    return read();
  } catch {
    return [];
  }
}

function needed(row: Row | undefined): Row {
  if (!row) throw new ThreadlineError('damaged', 'a row of the archive is missing');
  return row;
}

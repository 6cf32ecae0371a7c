import { ThreadlineError } from '../../errors.ts';
import { archiveLimits } from '../../limits/archive.ts';
import { presentRedaction } from '../folding/block-redaction.ts';
import type { FoldedBlock } from '../model/thread-sink.ts';
import { timeOfId } from './block-ids.ts';
import { decodeBlock } from './block-record.ts';
import { createChunkReader } from './chunks.ts';
import { firstBlocks, firstTimeOf } from './first-version.ts';
import { redactFacts } from './redact-again.ts';
import { nextRevision } from './revision.ts';
import type { SqliteRow, Statements, Value } from './statements.ts';
import { createBlockQueue, writeBlocks } from './write-blocks.ts';
import { insertTouched } from './write-touched.ts';

/** All data of a session that another archive needs. Ids of rows mean nothing outside. */
export interface SessionCopy {
  session: SqliteRow;
  touched: SqliteRow[];
  blocks: Iterable<BlockCopy>;
}

export interface BlockCopy {
  /** Without a text if it can no longer be read. */
  block: FoldedBlock;
  /** Its position among all blocks. A block without a time has that of those before it. */
  time: number;
}

/** The row of a file, and its facts about requests. */
export interface SourceCopy {
  row: SqliteRow;
  usage?: Uint8Array | undefined;
}

export function readSource(statements: Statements, id: number): SourceCopy {
  const facts = tryRead(() => statements.all('select facts from usage where source_id = ?', id))[0]?.facts;
  return {
    row: needed(statements.get('select * from source where id = ?', id)),
    usage: facts instanceof Uint8Array ? facts : undefined,
  };
}

/** Throws if rows cannot be read. `isDamaged`: reads whole tables, because an index may be damaged. */
export function readSession(statements: Statements, id: number, isDamaged = false): SessionCopy {
  const isFirst = Number(statements.get('pragma user_version')?.user_version) === 1;
  return {
    session: needed(statements.get('select * from session where id = ?', id)),
    touched: tryRead(() => statements.all('select path, how, count from touched not indexed where session_id = ?', id)),
    blocks: isFirst ? readFirstBlocks(statements, id, { isDamaged }) : readBlocks(statements, id, isDamaged),
  };
}

function* readBlocks(statements: Statements, session: number, isDamaged: boolean): Generator<BlockCopy> {
  const read = createChunkReader(statements, 2);
  const sql = `select * from block ${isDamaged ? 'not indexed' : ''} where session_id = ? order by seq`;
  for (const row of statements.all(sql, session)) yield copyOf(row, read, timeOfId(Number(row.id)));
}

/** The blocks of an archive of the first version. */
export function* readFirstBlocks(
  statements: Statements,
  session: number,
  { isDamaged = false, block = 'block', chunk = 'chunk' } = {},
): Generator<BlockCopy> {
  const read = createChunkReader(statements, 2, chunk);
  for (const row of statements.all(firstBlocks(block, isDamaged), session)) {
    yield copyOf(row, read, firstTimeOf(Number(row.id)));
  }
}

function copyOf(row: SqliteRow, read: (chunk: number) => Buffer, time: number): BlockCopy {
  const { input, ...block } = decodeBlock(row, chunkOf(row, read));
  return { block: { ...block, input: input && JSON.stringify(input) }, time };
}

/** Returns the new id. Call it inside a transaction, as the functions below. */
export function writeSourceCopy(statements: Statements, { row, usage }: SourceCopy): number {
  const id = insertRow(statements, 'source', row);
  if (usage) statements.run('insert into usage(source_id, facts) values (?, ?)', id, usage);
  return id;
}

export function writeSessionCopy(statements: Statements, copy: SessionCopy, source: number): void {
  const revision = nextRevision(statements);
  const revised = { ...copy.session, source_id: source, revision, redaction: presentRedaction() };
  const session = insertRow(statements, 'session', revised);
  writeBlockCopies(statements, session, copy.blocks);
  for (const { path, how, count } of copy.touched) {
    insertTouched(statements, session, String(path), String(how), Number(count));
  }
  redactFacts(statements, session);
}

/** Writes in portions, so that no session is too large. */
export function writeBlockCopies(statements: Statements, session: number, copies: Iterable<BlockCopy>): void {
  const queue = createBlockQueue(statements);
  let waiting: BlockCopy[] = [];
  let [from, size] = [0, 0];
  const write = () => {
    const [first] = waiting;
    if (!first) return;
    const blocks = waiting.map(({ block }) => block);
    writeBlocks(statements, queue, {
      session,
      from,
      blocks,
      isEnd: false,
      fallbackTime: first.time,
      isRedacted: true,
    });
    queue.flush();
    from += blocks.length;
    [waiting, size] = [[], 0];
  };
  for (const copy of copies) {
    // A message is redacted as a whole.
    const isNext = copy.block.message !== waiting.at(-1)?.block.message;
    if (isNext && size >= archiveLimits.indexBatchBytes) write();
    waiting.push(copy);
    size += copy.block.text.length;
  }
  write();
}

/** Inserts by column names: a later version may have others. Returns the new id. */
function insertRow(statements: Statements, table: 'source' | 'session', row: SqliteRow): number {
  const columns = new Set(columnsOf(statements, table));
  const values: [string, Value][] = Object.entries(row).filter(([name]) => name !== 'id' && columns.has(name));
  const names = values.map(([name]) => name).join(', ');
  const places = values.map(() => '?').join(', ');
  return statements.run(`insert into ${table}(${names}) values (${places})`, ...values.map(([, value]) => value));
}

function columnsOf(statements: Statements, table: 'source' | 'session'): string[] {
  return statements.all(`pragma table_info(${table})`).map(({ name }) => String(name));
}

/** Undefined for a chunk that can no longer be read: the rest of the conversation is kept. */
function chunkOf({ chunk_id: chunk }: SqliteRow, read: (chunk: number) => Buffer): Buffer | undefined {
  try {
    return read(Number(chunk));
  } catch (error) {
    if (error instanceof ThreadlineError) return undefined;
    throw error;
  }
}

/** Omits what is damaged. */
export function tryRead(read: () => SqliteRow[]): SqliteRow[] {
  try {
    return read();
  } catch {
    return [];
  }
}

function needed(row: SqliteRow | undefined): SqliteRow {
  if (!row) throw new ThreadlineError('damaged', 'a row of the archive is missing');
  return row;
}

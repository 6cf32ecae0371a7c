import { hash } from 'node:crypto';
import { limits } from '../../limits.ts';
import { wordText } from '../query/spread-cjk.ts';
import type { FoldedBlock } from '../thread-sink.ts';
import { giveBlockId } from './block-ids.ts';
import { type ChunkPlace, createChunkPacker, readChunk } from './chunks.ts';
import type { Row, Statements } from './statements.ts';

/** Words wait until all blocks of a transaction are known: the index takes them much faster in the order of their ids. */
export interface WordQueue {
  /** The ids to try next (`giveBlockId`). */
  nextIds: Map<number, number>;
  add(id: number, text: string): void;
  /** Writes them. */
  flush(): void;
}

export function createWordQueue(statements: Statements): WordQueue {
  let waiting: { id: number; text: string }[] = [];
  return {
    nextIds: new Map(),
    add: (id, text) => waiting.push({ id, text }),
    flush() {
      waiting.sort((one, other) => one.id - other.id);
      for (const { id, text } of waiting) statements.run('insert into word(rowid, text) values (?, ?)', id, text);
      waiting = [];
    },
  };
}

export interface BlockWrite {
  session: number;
  /** The place of the first of these blocks in the session. */
  from: number;
  blocks: readonly FoldedBlock[];
  /** They are the last ones: what stood behind them is removed. */
  isEnd: boolean;
  /** For a block without a time, behind none that has one. */
  fallbackTime: number;
}

/** Writes a run of blocks of a session by difference: rows that say the same are not touched. Gives how many were written. */
export function writeBlocks(statements: Statements, words: WordQueue, write: BlockWrite): number {
  const { session, from, blocks, isEnd, fallbackTime } = write;
  const end = isEnd ? Number.MAX_SAFE_INTEGER : from + blocks.length;
  const known = new Map(
    statements
      .all('select seq, id, hash from block where session_id = ? and seq >= ? and seq < ?', session, from, end)
      .map((row) => [Number(row.seq), row]),
  );
  const added: Added[] = [];
  const removed: Row[] = [];
  let time = fallbackTime;
  for (const [index, block] of blocks.entries()) {
    const seq = from + index;
    if (block.at > 0) time = block.at;
    const row = known.get(seq);
    known.delete(seq);
    const encoded = encodeBlock(block);
    if (row?.hash === encoded.digest) continue;
    if (row) removed.push(row);
    added.push({ ...encoded, block, seq, at: time });
  }
  for (const row of known.values()) removed.push(row);
  for (const { id } of removed) removeBlock(statements, Number(id));
  const packer = createChunkPacker(statements, session);
  const first = added[0];
  if (first && removed.length === 0 && first.seq > 0) unpackLastChunk(statements, session, packer.add);
  for (const made of added) packer.add(made.bytes, (place) => insertBlock(statements, words, session, made, place));
  packer.end();
  if (removed.length > 0) repack(statements, session);
  return added.length + removed.length;
}

/** A block as bytes: encoded once, for its hash and for its chunk. */
interface EncodedBlock {
  /** The text, then the input. */
  bytes: Buffer;
  length: number;
  input: number;
  /** 48 bits of all that a row says. */
  digest: number;
}

interface Added extends EncodedBlock {
  block: FoldedBlock;
  seq: number;
  at: number;
}

function encodeBlock(block: FoldedBlock): EncodedBlock {
  const { text, input = '', touched: _touched, program: _program, ...facts } = block;
  const inputLength = Buffer.byteLength(input);
  const said = JSON.stringify([inputLength, facts]);
  const all = Buffer.from(`${text}${input}\n${said}`);
  const bytes = all.subarray(0, all.length - Buffer.byteLength(said) - 1);
  const digest = hash('sha1', all, 'buffer').readUIntBE(0, 6);
  return { bytes, length: bytes.length - inputLength, input: inputLength, digest };
}

const INSERT_BLOCK = `insert into block(id, session_id, seq, message, role, kind, tool, tool_use, error, parent, inherited,
  at_ms, line, chunk_id, start, length, input, omitted, is_odd, hash) values (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
  on conflict(id) do nothing`;

function insertBlock(
  statements: Statements,
  words: WordQueue,
  session: number,
  { block, seq, at, length, input, digest }: Added,
  place: ChunkPlace,
): void {
  const { text, isOdd } = wordText(block.text);
  const values = [
    session,
    seq,
    block.message,
    block.role,
    block.kind,
    block.tool,
    block.toolUse,
    block.error,
    block.parent,
    block.inherited,
    block.at,
    block.line,
    place.chunk,
    place.start,
    length,
    input,
    block.omitted ?? 0,
    isOdd,
    digest,
  ];
  const id = giveBlockId(statements, at, words.nextIds, (tried) => statements.tryRun(INSERT_BLOCK, tried, ...values));
  if (block.program !== undefined) {
    statements.run('insert into command(block_id, program) values (?, ?)', id, block.program);
  }
  words.add(id, text);
}

export function removeBlock(statements: Statements, id: number): void {
  statements.run('delete from word where rowid = ?', id);
  statements.run('delete from command where block_id = ?', id);
  statements.run('delete from block where id = ?', id);
}

type Add = (bytes: Uint8Array, onPlace: (place: ChunkPlace) => void) => void;

/** What is added a line at a time would make as many small chunks: the last one is opened again while it is small. */
function unpackLastChunk(statements: Statements, session: number, add: Add): void {
  const last = statements.get('select id, bytes from chunk where session_id = ? order by id desc limit 1', session);
  if (!last || Number(last.bytes) > limits.maxChunkBytes / 2) return;
  moveBlocks(statements, Number(last.id), add);
}

/** Texts of which less than half is still somebody's are packed anew. */
function repack(statements: Statements, session: number): void {
  const packer = createChunkPacker(statements, session);
  const chunks = statements.all(
    `select chunk.id, chunk.bytes, coalesce(sum(block.length + block.input), 0) as used,
      count(block.id) as blocks
      from chunk left join block on block.chunk_id = chunk.id where chunk.session_id = ? group by chunk.id`,
    session,
  );
  for (const { id, bytes, used, blocks } of chunks) {
    if (blocks === 0 || Number(used) * 2 < Number(bytes)) moveBlocks(statements, Number(id), packer.add);
  }
  packer.end();
}

function moveBlocks(statements: Statements, chunk: number, add: Add): void {
  const rows = statements.all('select id, start, length, input from block where chunk_id = ? order by seq', chunk);
  const bytes = rows.length > 0 ? readChunk(statements, chunk) : Buffer.alloc(0);
  for (const { id, start, length, input } of rows) {
    add(bytes.subarray(Number(start), Number(start) + Number(length) + Number(input)), (place) => {
      statements.run('update block set chunk_id = ?, start = ? where id = ?', place.chunk, place.start, Number(id));
    });
  }
  statements.run('delete from chunk where id = ?', chunk);
}

import { hash } from 'node:crypto';
import { limits } from '../limits.ts';
import { giveBlockId } from './block-ids.ts';
import { type ChunkPlace, createChunkPacker, readChunk } from './chunks.ts';
import { wordText } from './spread-cjk.ts';
import type { Row, Statements } from './statements.ts';
import type { FoldedBlock } from './thread-sink.ts';

/** Words wait until all blocks of a transaction are known: the index takes them much faster in the order of their ids. */
export interface WordQueue {
  add(id: number, text: string): void;
  /** Writes them. */
  flush(): void;
}

export function createWordQueue(statements: Statements): WordQueue {
  let waiting: { id: number; text: string }[] = [];
  return {
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
  const added: { block: FoldedBlock; seq: number; hash: number; time: number }[] = [];
  const removed: Row[] = [];
  let time = fallbackTime;
  for (const [index, block] of blocks.entries()) {
    const seq = from + index;
    if (block.at > 0) time = block.at;
    const row = known.get(seq);
    known.delete(seq);
    const digest = blockHash(block);
    if (row?.hash === digest) continue;
    if (row) removed.push(row);
    added.push({ block, seq, hash: digest, time });
  }
  for (const row of known.values()) removed.push(row);
  for (const { id } of removed) removeBlock(statements, Number(id));
  const packer = createChunkPacker(statements, session);
  const first = added[0];
  if (first && removed.length === 0 && first.seq > 0) unpackLastChunk(statements, session, packer.add);
  for (const { block, seq, hash: digest, time: at } of added) {
    const bytes = Buffer.from(block.text);
    const input = Buffer.from(block.input ?? '');
    packer.add(Buffer.concat([bytes, input]), (place) =>
      insertBlock(statements, words, {
        session,
        seq,
        block,
        digest,
        at,
        place,
        length: bytes.length,
        input: input.length,
      }),
    );
  }
  packer.end();
  if (removed.length > 0) repack(statements, session);
  return added.length + removed.length;
}

/** 48 bits of all that a row says. */
function blockHash(block: FoldedBlock): number {
  const { text, input = '', touched: _touched, program: _program, ...facts } = block;
  return hash('sha1', `${JSON.stringify(facts)}\n${input}\n${text}`, 'buffer').readUIntBE(0, 6);
}

interface NewBlock {
  session: number;
  seq: number;
  block: FoldedBlock;
  digest: number;
  at: number;
  place: ChunkPlace;
  length: number;
  input: number;
}

const INSERT_BLOCK = `insert into block(id, session_id, seq, message, role, kind, tool, tool_use, error, parent, inherited,
  at_ms, line, chunk_id, start, length, input, omitted, is_odd, hash) values (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
  on conflict(id) do nothing`;

function insertBlock(statements: Statements, words: WordQueue, made: NewBlock): void {
  const { session, seq, block, digest, at, place, length, input } = made;
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
  const id = giveBlockId(statements, at, (tried) => statements.tryRun(INSERT_BLOCK, tried, ...values));
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

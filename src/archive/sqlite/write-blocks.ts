import { ThreadlineError } from '../../errors.ts';
import { archiveLimits } from '../../limits/archive.ts';
import { redactRun } from '../folding/block-redaction.ts';
import type { FoldedBlock } from '../model/thread-sink.ts';
import { wordText } from '../query/spread-cjk.ts';
import { giveBlockId } from './block-ids.ts';
import { type EncodedBlock, encodeBlock, KINDS, ROLES } from './block-record.ts';
import { type ChunkPlace, createChunkPacker, createChunkReader, readChunk } from './chunks.ts';
import { insertRedacted, isSameRedacted, removeRedacted } from './redacted-blocks.ts';
import type { SqliteRow, Statements } from './statements.ts';

/** Holds blocks until the end of a transaction: tables take them faster in order of their ids, and in full pages. */
export interface BlockQueue {
  add(block: WaitingBlock): void;
  /** True if blocks of this session wait. */
  holds(session: number): boolean;
  flush(): void;
}

interface WaitingBlock extends EncodedBlock {
  session: number;
  block: FoldedBlock;
  seq: number;
  time: number;
  place: ChunkPlace;
  /** The block for others, if it holds a secret. */
  redacted: FoldedBlock | undefined;
  /** The id that it had, if only its redaction changes. */
  id: number | undefined;
}

export function createBlockQueue(statements: Statements): BlockQueue {
  const nextIds = new Map<number, number>();
  const sessions = new Set<number>();
  let waiting: WaitingBlock[] = [];
  return {
    add(block) {
      waiting.push(block);
      sessions.add(block.session);
    },
    holds: (session) => sessions.has(session),
    flush() {
      waiting.sort((one, other) => one.time - other.time);
      for (const block of waiting) insertBlock(statements, nextIds, block);
      waiting = [];
      sessions.clear();
    },
  };
}

export interface BlockWrite {
  session: number;
  /** The position of the first of these blocks in the session. */
  from: number;
  blocks: readonly FoldedBlock[];
  /** For each of them the one that others see, if somebody looked for it. */
  redacted?: readonly (FoldedBlock | undefined)[] | undefined;
  /** True if they are the last ones: all after them are removed. */
  isEnd: boolean;
  /** The time for a block without one, if none before it has one. */
  fallbackTime: number;
  /** True if the session's stored blocks were redacted by the present rules. */
  isRedacted: boolean;
}

/** Writes a run of a session's blocks by difference: equal rows are not touched. Returns the number written. */
export function writeBlocks(statements: Statements, queue: BlockQueue, write: BlockWrite): number {
  const { session, from, blocks, isEnd, fallbackTime, isRedacted } = write;
  // The rows to compare must be there.
  if (queue.holds(session)) queue.flush();
  const end = isEnd ? Number.MAX_SAFE_INTEGER : from + blocks.length;
  const known = new Map(
    statements
      .all('select * from block where session_id = ? and seq >= ? and seq < ?', session, from, end)
      .map((row) => [Number(row.seq), row]),
  );
  const read = createChunkReader(statements, 2);
  const added: Added[] = [];
  const removed: SqliteRow[] = [];
  const redactedAt = write.redacted ? (index: number) => write.redacted?.[index] : redactRun(blocks, from);
  let time = fallbackTime;
  for (const [index, block] of blocks.entries()) {
    const seq = from + index;
    if (block.at > 0) time = block.at;
    const row = known.get(seq);
    known.delete(seq);
    const encoded = encodeBlock(block);
    const isKnown = row !== undefined && isSame(row, block, encoded, read);
    if (isKnown && isRedacted) continue;
    const redacted = redactedAt(index);
    if (isKnown && isSameRedacted(statements, row, redacted)) continue;
    if (row) removed.push(row);
    added.push({ ...encoded, block, seq, time, redacted, id: isKnown ? Number(row.id) : undefined });
  }
  for (const row of known.values()) removed.push(row);
  for (const { id } of removed) removeBlock(statements, Number(id));
  const placed: WaitingBlock[] = [];
  for (const isSecret of [false, true]) {
    const some = added.filter(({ redacted }) => (redacted !== undefined) === isSecret);
    const packer = createChunkPacker(statements, session, isSecret);
    const first = some[0];
    if (first && removed.length === 0 && first.seq > 0) unpackLastChunk(statements, session, isSecret, packer.add);
    for (const made of some) packer.add(made.bytes, (place) => placed.push({ ...made, session, place }));
    packer.end();
  }
  // Of blocks of one time the later one has the greater id.
  for (const block of placed.sort((one, other) => one.seq - other.seq)) queue.add(block);
  if (removed.length > 0) {
    queue.flush();
    repack(statements, session, !isRedacted);
  }
  return added.length + removed.length;
}

type Added = Omit<WaitingBlock, 'session' | 'place'>;

/** A block that can no longer be read is not the same: it is written again. */
function isSame(
  row: SqliteRow,
  block: FoldedBlock,
  { bytes, length }: EncodedBlock,
  read: (chunk: number) => Buffer,
): boolean {
  const isRowSame =
    row.length === length &&
    row.facts === bytes.length - length &&
    row.at_ms === block.at &&
    row.role === ROLES.indexOf(block.role) &&
    row.kind === KINDS.indexOf(block.kind) &&
    row.tool === (block.tool ?? null) &&
    row.error === (block.error === undefined ? null : Number(block.error)) &&
    row.inherited === Number(block.inherited);
  if (!isRowSame) return false;
  try {
    const start = Number(row.start);
    return read(Number(row.chunk_id))
      .subarray(start, start + bytes.length)
      .equals(bytes);
  } catch (error) {
    if (error instanceof ThreadlineError) return false;
    throw error;
  }
}

const INSERT_BLOCK = `insert into block(id, session_id, seq, role, kind, tool, error, inherited, at_ms, chunk_id, start,
  length, facts, is_odd, secret) values (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) on conflict(id) do nothing`;

function insertBlock(
  statements: Statements,
  nextIds: Map<number, number>,
  { session, block, seq, time, place, bytes, length, redacted, id: known }: WaitingBlock,
): void {
  const { text, isOdd } = wordText((redacted ?? block).text);
  const secret = redacted && wordText(block.text);
  const take = (id: number): boolean =>
    statements.tryRun(
      INSERT_BLOCK,
      id,
      session,
      seq,
      ROLES.indexOf(block.role),
      KINDS.indexOf(block.kind),
      block.tool,
      block.error,
      block.inherited,
      block.at,
      place.chunk,
      place.start,
      length,
      bytes.length - length,
      isOdd,
      secret === undefined ? 0 : secret.isOdd ? 2 : 1,
    );
  const id = known !== undefined && take(known) ? known : giveBlockId(statements, time, nextIds, take);
  // Most texts are passed on unchanged, as the bytes at hand.
  const words = text === block.text ? bytes.subarray(0, length) : text;
  statements.run('insert into word(rowid, text) values (?, ?)', id, words);
  if (redacted && secret) insertRedacted(statements, id, redacted, secret.text);
}

export function removeBlock(statements: Statements, id: number): void {
  removeRedacted(statements, id);
  statements.run('delete from word where rowid = ?', id);
  statements.run('delete from block where id = ?', id);
}

type Add = (bytes: Uint8Array, onPlace: (place: ChunkPlace) => void) => void;

/** Adding a line at a time would make as many small chunks: the last one is reopened while it is small. */
function unpackLastChunk(statements: Statements, session: number, isSecret: boolean, add: Add): void {
  const last = statements.get(
    'select id, bytes from chunk where session_id = ? and secret = ? order by id desc limit 1',
    session,
    isSecret,
  );
  if (!last || Number(last.bytes) > archiveLimits.maxChunkBytes / 2) return;
  moveBlocks(statements, Number(last.id), add);
}

/** Repacks chunks of which less than half is still in use, or all: then none holds bytes that became secret. */
function repack(statements: Statements, session: number, isAll: boolean): void {
  const chunks = statements.all(
    `select chunk.id, chunk.bytes, chunk.secret, coalesce(sum(block.length + block.facts), 0) as used,
      count(block.id) as blocks
      from chunk left join block on block.chunk_id = chunk.id where chunk.session_id = ? group by chunk.id
      order by min(block.seq)`,
    session,
  );
  for (const isSecret of [0, 1]) {
    const packer = createChunkPacker(statements, session, isSecret === 1);
    for (const { id, bytes, used, blocks, secret } of chunks) {
      const isDue = isAll || blocks === 0 || Number(used) * 2 < Number(bytes);
      if (isDue && secret === isSecret) moveBlocks(statements, Number(id), packer.add);
    }
    packer.end();
  }
}

function moveBlocks(statements: Statements, chunk: number, add: Add): void {
  const rows = statements.all('select id, start, length, facts from block where chunk_id = ? order by seq', chunk);
  const bytes = rows.length > 0 ? readChunk(statements, chunk) : Buffer.alloc(0);
  for (const { id, start, length, facts } of rows) {
    add(bytes.subarray(Number(start), Number(start) + Number(length) + Number(facts)), (place) => {
      statements.run('update block set chunk_id = ?, start = ? where id = ?', place.chunk, place.start, Number(id));
    });
  }
  statements.run('delete from chunk where id = ?', chunk);
}

import { hash } from 'node:crypto';
import { redactRun } from '../../archive/folding/block-redaction.ts';
import type { FoldedBlock } from '../../archive/model/thread-sink.ts';
import type { TouchedCounts } from '../../archive/model/touched-counts.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import type { Queries } from './connect.ts';
import { clean, cleanOrNull } from './postgres-raw-store.ts';
import { addWords, type IndexedWords, indexedWords } from './words.ts';
import type { UsageSaid } from './write-usage.ts';

/** A block with its position. */
export interface PlacedBlock {
  seq: number;
  /** Milliseconds since 1970: its own time, or that of the one before. */
  at: number;
  digest: Buffer;
  block: FoldedBlock;
  /** The block for others, if it holds a secret. */
  redacted(): FoldedBlock | undefined;
}

/** The part of a session before the given blocks. It was written before and does not change any more. */
export interface BlockPrefix {
  count: number;
  /** The concatenated digests of the blocks. */
  digests: Buffer;
  /** The last time among them; 0 if none has one. */
  at: number;
  touched: TouchedCounts;
  /** The number of blocks with text that PostgreSQL does not store. */
  replaced: number;
  /** The session's state when they were last known to be in it. */
  state: WrittenState | undefined;
  /** Digests of blocks that were given before. */
  known: WeakMap<FoldedBlock, Buffer>;
}

/** The row of a session, and its revision. */
export interface SessionState {
  id: string;
  /** Any write by anybody raises it. */
  revision: number;
}

/** The state with the values of the session's requests. */
export interface WrittenState extends SessionState {
  usage: UsageSaid;
}

/** True if nobody has written the session since then. */
export function isStill(state: SessionState | undefined, session: SessionState): boolean {
  return state?.id === session.id && state.revision === session.revision;
}

const DIGEST_BYTES = 12;

/** The difference from the stored blocks. */
export interface BlockDifference {
  added: PlacedBlock[];
  removed: { seq: number; at: number }[];
  /** The number of equal blocks at the beginning. */
  same: number;
  /** The number of stored blocks. */
  known: number;
  /** True if stored blocks differ from the given prefix. */
  isStale: boolean;
}

/** Arrays of columns: one statement for any number of rows. */
export const INSERT_BLOCKS = `
insert into block(tenant, session_id, seq, at, said_ms, message, role, kind, tool, tool_use, error, parent, inherited, line,
    omitted, program, body, input, hash, odd, words, redacted, redacted_message, redacted_tool, redacted_omitted,
    redacted_input, secret_words, secret_odd)
  select $1::int, $2::bigint, seq, least(to_timestamp(at / 1000), (select placed('infinity'))), said_ms, message, role, kind, tool, tool_use, error,
    parent, inherited, line, omitted, program, body, input, hash, odd, words, redacted, redacted_message, redacted_tool,
    redacted_omitted, redacted_input, secret_words, secret_odd
  from unnest($3::int[], $4::float8[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
    $11::boolean[], $12::text[], $13::boolean[], $14::bigint[], $15::bigint[], $16::text[], $17::text[], $18::text[],
    $19::bytea[], $20::smallint[], $21::tsvector[], $22::text[], $23::text[], $24::text[], $25::bigint[], $26::text[],
    $27::tsvector[], $28::smallint[]) as given(seq, at, said_ms, message, role, kind, tool, tool_use, error,
    parent, inherited, line, omitted, program, body, input, hash, odd, words, redacted, redacted_message, redacted_tool,
    redacted_omitted, redacted_input, secret_words, secret_odd)`;

/** Places blocks in order, each with a time. `fallbackTime` is for blocks before the first that has one. */
export function placeBlocks(
  blocks: readonly FoldedBlock[],
  fallbackTime: number,
  prefix?: Pick<BlockPrefix, 'count' | 'at' | 'known'>,
): PlacedBlock[] {
  const placed: PlacedBlock[] = [];
  const first = prefix?.count ?? 0;
  let at = prefix?.at || fallbackTime;
  const redactedAt = redactRun(blocks, first);
  for (const [index, block] of blocks.entries()) {
    if (block.at > 0) at = block.at;
    const redacted = () => redactedAt(index);
    const digest = prefix?.known.get(block) ?? blockDigest(block, redacted());
    prefix?.known.set(block, digest);
    placed.push({ seq: first + index, at, block, digest, redacted });
  }
  return placed;
}

/** The number of texts that are stored with replaced characters. Each is a problem. */
export function countReplaced(blocks: Iterable<FoldedBlock>): number {
  let count = 0;
  for (const { text } of blocks) if (clean(text) !== text) count += 1;
  return count;
}

/** A digest of everything in the block's row. */
export function blockDigest(block: FoldedBlock, redacted?: FoldedBlock): Buffer {
  const others = redacted === undefined ? '' : saidIn(redacted);
  return hash('sha1', `${saidIn(block)}${others}`, 'buffer').subarray(0, DIGEST_BYTES);
}

function saidIn({ touched: _touched, redacted: _redacted, text, input = '', ...facts }: FoldedBlock): string {
  return `${JSON.stringify([text.length, facts])}${text}${input}`;
}

/** Compares with the stored blocks. If nobody has touched the prefix since, only what follows is compared. */
export async function compareBlocks(
  queries: Queries,
  session: SessionState,
  blocks: readonly PlacedBlock[],
  prefix?: BlockPrefix,
): Promise<BlockDifference> {
  const from = prefix && isStill(prefix.state, session) ? prefix.count : 0;
  const rows = await queries.all(
    'select seq, time_ms(at) as at, hash from block where session_id = $1 and seq >= $2 order by seq, at',
    [session.id, from],
  );
  const difference: BlockDifference = { added: [], removed: [], same: 0, known: rows.length, isStale: false };
  const known = new Map(rows.map((row) => [Number(row.seq), row]));
  for (let seq = from; prefix && seq < prefix.count; seq += 1) {
    const digest = prefix.digests.subarray(seq * DIGEST_BYTES, (seq + 1) * DIGEST_BYTES);
    const hash = known.get(seq)?.hash;
    if (!(hash instanceof Uint8Array && digest.equals(hash))) return { ...difference, isStale: true };
    known.delete(seq);
  }
  for (const placed of blocks) {
    const row = known.get(placed.seq);
    known.delete(placed.seq);
    if (row && row.hash instanceof Uint8Array && placed.digest.equals(row.hash)) {
      if (difference.same === placed.seq) difference.same += 1;
      continue;
    }
    if (row) difference.removed.push({ seq: placed.seq, at: Number(row.at) });
    difference.added.push(placed);
  }
  for (const row of known.values()) difference.removed.push({ seq: Number(row.seq), at: Number(row.at) });
  return difference;
}

/** Returns the words of what was removed. Some may be in no block any more. */
export async function removeBlocks(
  queries: Queries,
  session: string,
  removed: BlockDifference['removed'],
): Promise<string[]> {
  const words = new Set<string>();
  for (let from = 0; from < removed.length; from += fleetLimits.rowsAtOnce) {
    const part = removed.slice(from, from + fleetLimits.rowsAtOnce);
    const rows = await queries.all(
      `with given as materialized (select seq, to_timestamp(ms / 1000) as at
          from unnest($2::int[], $3::float8[]) as places(seq, ms)),
        gone as (delete from block using given
          where session_id = $1 and block.seq = given.seq and block.at = given.at
            returning words, secret_words)
        select distinct unnest(tsvector_to_array(words) || tsvector_to_array(coalesce(secret_words, ''))) as word from gone`,
      [session, part.map(({ seq }) => seq), part.map(({ at }) => at)],
    );
    for (const { word } of rows) words.add(String(word));
  }
  return [...words];
}

export async function insertBlocks(
  queries: Queries,
  tenant: number,
  session: string,
  added: readonly PlacedBlock[],
): Promise<void> {
  const [words, secretWords] = [new Set<string>(), new Set<string>()];
  for (let from = 0; from < added.length; from += fleetLimits.rowsAtOnce) {
    const part = added.slice(from, from + fleetLimits.rowsAtOnce);
    const indexed = part.map(indexedBlock);
    for (const { shown, secret } of indexed) {
      for (const word of shown.words) words.add(word);
      for (const word of secret?.words ?? []) secretWords.add(word);
    }
    await queries.run(INSERT_BLOCKS, blockColumns(tenant, session, part, indexed));
  }
  await addWords(queries, tenant, words);
  await addWords(queries, tenant, secretWords, 'secret_word');
}

/** The words of a block that all may know, and those of a text that holds a secret. */
export interface IndexedBlock {
  shown: IndexedWords;
  secret: IndexedWords | undefined;
}

export function indexedBlock({ block, redacted }: PlacedBlock): IndexedBlock {
  const safe = redacted();
  return { shown: indexedWords((safe ?? block).text), secret: safe && indexedWords(block.text) };
}

/** The values of `INSERT_BLOCKS`. */
export function blockColumns(
  tenant: number,
  session: string,
  blocks: readonly PlacedBlock[],
  indexed: readonly IndexedBlock[],
): unknown[] {
  const redacted = blocks.map((placed) => placed.redacted());
  const column = <Value>(of: (block: FoldedBlock) => Value) => blocks.map(({ block }) => of(block));
  return [
    tenant,
    session,
    blocks.map(({ seq }) => seq),
    blocks.map(({ at }) => at),
    column(({ at }) => at),
    column(({ message }) => clean(message)),
    column(({ role }) => role),
    column(({ kind }) => kind),
    column(({ tool }) => cleanOrNull(tool)),
    column(({ toolUse }) => cleanOrNull(toolUse)),
    column(({ error }) => error ?? null),
    column(({ parent }) => cleanOrNull(parent)),
    column(({ inherited }) => inherited),
    column(({ line }) => line),
    column(({ omitted }) => omitted ?? 0),
    column(({ program }) => cleanOrNull(program)),
    column((block) => clean(block.text)),
    column(({ input }) => cleanOrNull(input)),
    blocks.map(({ digest }) => digest),
    indexed.map(({ shown }) => shown.odd),
    indexed.map(({ shown }) => vectorOf(shown)),
    redacted.map((block) => cleanOrNull(block?.text)),
    redacted.map((block) => cleanOrNull(block?.message)),
    redacted.map((block) => cleanOrNull(block?.tool)),
    redacted.map((block) => block && (block.omitted ?? 0)),
    redacted.map((block) => cleanOrNull(block?.input)),
    indexed.map(({ secret }) => secret && vectorOf(secret)),
    indexed.map(({ secret }) => secret?.odd),
  ];
}

/** PostgreSQL takes sorted words several times as fast. */
function vectorOf({ words }: IndexedWords): string {
  return [...words].sort().join(' ');
}

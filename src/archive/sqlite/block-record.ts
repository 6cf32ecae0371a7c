import type { BlockKind, BlockRole } from '../model/block-row.ts';
import { textColumn } from '../model/stored-row.ts';
import type { FoldedBlock } from '../model/thread-sink.ts';
import type { SqliteRow } from './statements.ts';

// A block is a row with the searched columns; its chunk holds its text, followed by JSON with all else. Ids of messages
// and calls are long and random; in rows they would take as much room as all other columns together.

/** Rows hold indexes into these lists, which only ever grow. */
export const ROLES: readonly BlockRole[] = ['user', 'assistant', 'system'];
export const KINDS: readonly BlockKind[] = ['text', 'thinking', 'tool_use', 'tool_result', 'image', 'note'];

/** Facts that no search uses. */
interface BlockFacts {
  message: string;
  line: number;
  toolUse?: string | undefined;
  parent?: string | undefined;
  omitted?: number | undefined;
  program?: string | undefined;
  input?: Record<string, unknown> | undefined;
}

/** A block as bytes: its text, then its facts. */
export interface EncodedBlock {
  bytes: Buffer;
  /** The length of the text alone. */
  length: number;
}

export function encodeBlock(block: FoldedBlock): EncodedBlock {
  const { text, message, line, toolUse, parent, omitted, program, input } = block;
  const facts: BlockFacts = { message, line, toolUse, parent, omitted, program };
  const known = JSON.stringify(facts);
  // The input is JSON already.
  const said = input === undefined ? known : `${known.slice(0, -1)},"input":${input}}`;
  const bytes = Buffer.from(text + said);
  return { bytes, length: bytes.length - Buffer.byteLength(said) };
}

/** A block as read: the same, except for its input. */
export type DecodedBlock = Omit<FoldedBlock, 'input' | 'touched'> & Pick<BlockFacts, 'input'>;

/** `chunk`: the plain bytes of the row's chunk; undefined if they can no longer be read. */
export function decodeBlock(row: SqliteRow, chunk: Buffer | undefined): DecodedBlock {
  const { message, line, toolUse, parent, omitted, program, input } = factsOf(row, chunk);
  const start = Number(row.start);
  return {
    message,
    role: ROLES[Number(row.role)] ?? 'system',
    kind: KINDS[Number(row.kind)] ?? 'text',
    tool: textColumn(row.tool),
    toolUse,
    error: row.error === null ? undefined : row.error === 1,
    parent,
    inherited: row.inherited === 1,
    at: Number(row.at_ms),
    line,
    text: chunk?.toString('utf8', start, start + Number(row.length)) ?? '',
    input,
    omitted,
    program,
  };
}

function factsOf(row: SqliteRow, chunk: Buffer | undefined): BlockFacts {
  if (row.message !== undefined) return firstFacts(row, chunk);
  const start = Number(row.start) + Number(row.length);
  // Written by `encodeBlock`, with a checksum.
  if (chunk) return JSON.parse(chunk.toString('utf8', start, start + Number(row.facts))) as BlockFacts;
  return { message: `lost-${row.seq}`, line: 0 };
}

/** The facts in an archive of the first version, which has columns for them, and only the input after the text. */
function firstFacts(row: SqliteRow, chunk: Buffer | undefined): BlockFacts {
  const start = Number(row.start) + Number(row.length);
  const input = Number(row.facts) === 0 ? undefined : chunk?.toString('utf8', start, start + Number(row.facts));
  return {
    message: String(row.message),
    line: Number(row.line),
    toolUse: textColumn(row.tool_use),
    parent: textColumn(row.parent),
    omitted: Number(row.omitted) || undefined,
    // The fold wrote it from an object.
    input: input === undefined ? undefined : (JSON.parse(input) as Record<string, unknown>),
  };
}

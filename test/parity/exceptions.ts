import type { ThreadEvent } from '../../src/index.ts';
import type { Block, Side } from './blocks.ts';
import type { RunPair } from './run-pairs.ts';

/** What is known about a run when one of its live blocks is not in the file. */
export interface Finding {
  pair: RunPair;
  live: Side;
  file: Side;
  /** The file's records, for what no event tells. */
  records: readonly Record<string, unknown>[];
  /** Blocks of the other files: child agents', or the review's. */
  otherBlocks: readonly Block[];
}

interface Exception {
  /** Named after the closed list of DESIGN.md, "Live and reload". */
  reason: string;
  applies(block: Block, finding: Finding): boolean;
}

/** What a live stream may show that its session file does not have. Closed: by kind, and by what the agent writes. */
export const LIVE_ONLY: readonly Exception[] = [
  {
    reason: 'the command that was open when the process was killed',
    applies: (block, { live }) => block.name === 'Bash' && block.result === undefined && !live.events.some(isTurnEnd),
  },
  {
    reason: 'web searches, in files that record none',
    applies: (block, { records }) =>
      isWeb(block) && !records.some((record) => /web_search|WebSearch|web\.search/.test(kindOf(record))),
  },
  {
    reason: 'commands of a review, which stand in the file of its own thread',
    applies: (block, { records, otherBlocks }) =>
      block.name === 'Bash' &&
      records.some((record) => /^(entered_review_mode|EnteredReviewMode)$/.test(kindOf(record))) &&
      otherBlocks.some((other) => other.name === 'Bash' && other.body === block.body),
  },
  {
    reason: "a child agent's lines, mixed into the parent's stream; they stand in the child's file",
    applies: (block, { live, otherBlocks }) =>
      live.events.filter((event) => event.type === 'turn.started').length > 1 &&
      otherBlocks.some((other) => other.kind === block.kind && other.name === block.name && other.body === block.body),
  },
  {
    reason: 'plans of code mode, which no file records',
    applies: (block, { records }) => block.name === 'TodoWrite' && records.some(isCodeMode),
  },
  {
    reason: 'commands within a script of code mode, in files without finished items',
    applies: (block, { records }) =>
      block.name === 'Bash' &&
      records.some(isCodeMode) &&
      !records.some((record) => kindOf(record) === 'CommandExecution'),
  },
  {
    reason: 'reasoning, in bare files that record none (0.8)',
    applies: (block, { records }) =>
      block.kind === 'thinking' && isBare(records) && !records.some((record) => kindOf(record) === 'reasoning'),
  },
  {
    reason: 'texts of responses that did not come to their end, in bare files (0.8, 0.20)',
    applies: (block, { records }) => block.kind === 'text' && isBare(records) && !isRecorded(block.body, records),
  },
];

/** Whether the file says if a result is an error: up to 0.129 an MCP server's own `isError` is not written down, a failed call is. */
export function recordsError(block: Block, records: Finding['records']): boolean {
  return (
    !block.name?.startsWith('mcp__') ||
    block.result?.text.startsWith('tool call error: ') === true ||
    records.some((record) => /^(mcp_tool_call_end|McpToolCall)$/.test(kindOf(record)))
  );
}

interface ResultException {
  reason: string;
  applies(live: Block, file: Block): boolean;
}

/** Where the text of a result differs between the two sides, because the agent writes it differently or not at all. */
export const RESULT_TEXTS: readonly ResultException[] = [
  {
    reason: 'why a patch failed is not live',
    applies: (live) => live.isFileChange === true && live.result?.isError === true,
  },
  {
    reason: 'what an MCP server answered is not live (0.44 to 0.50)',
    applies: (live) => live.name?.startsWith('mcp__') === true && live.result?.text === '',
  },
  {
    reason: 'the states of other agents are told in part',
    applies: (live) => live.name === 'Task',
  },
  {
    reason: 'what a command had printed that still ran when its turn ended is not live',
    applies: (live, file) => live.name === 'Bash' && textOf(live) === '' && file.result?.isError === false,
  },
  {
    reason: 'one side was cut, or holds a notice besides',
    applies: (live, file) =>
      isPart(textOf(live), textOf(file)) || /truncated|omitted/.test(textOf(live) + textOf(file)),
  },
  {
    reason: 'an error of the agent itself is worded differently',
    applies: (live, file) =>
      live.result?.isError === true && /execution error|sandbox error|^err: /.test(textOf(live) + textOf(file)),
  },
];

function textOf(block: Block): string {
  return block.result?.text ?? '';
}

function isPart(left: string, right: string): boolean {
  return left !== '' && right !== '' && (left.includes(right) || right.includes(left));
}

/** True when the text stands anywhere in the file: then it was the reader that missed it. */
function isRecorded(text: string, records: Finding['records']): boolean {
  const written = JSON.stringify(text).slice(1, -1);
  return records.some((record) => JSON.stringify(record).includes(written));
}

function isTurnEnd(event: ThreadEvent): boolean {
  return event.type === 'turn.completed' || event.type === 'turn.failed' || event.type === 'turn.aborted';
}

function isWeb(block: Block): boolean {
  return block.name === 'WebSearch' || block.name === 'WebFetch';
}

function isBare(records: Finding['records']): boolean {
  return !records.some((record) => 'payload' in record);
}

/** The only calls of code mode are scripts. */
function isCodeMode(record: Record<string, unknown>): boolean {
  const payload = asRecord(record.payload);
  return payload.type === 'custom_tool_call' && payload.name === 'exec';
}

/** What a record is, by its innermost tag. */
function kindOf(record: Record<string, unknown>): string {
  const payload = asRecord(record.payload);
  const item = asRecord(payload.item);
  return String(item.kind ?? item.type ?? payload.type ?? record.type ?? '');
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

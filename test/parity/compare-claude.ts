import { createEventReader, createMessageBuilder, type UnifiedContent, type UnifiedMessage } from '../../src/index.ts';
import type { ClaudeRun } from './claude-runs.ts';
import type { Comparison } from './compare-run.ts';

/** One side of a run: its thread, and the blocks of the assistant's messages, sub-agents included, in order. */
interface Side {
  wire: string | undefined;
  threadId: string;
  blocks: Block[];
}

interface Block {
  /** The message, and for calls the call: Claude's own ids, the same on both sides. */
  key: string;
  parent: string | undefined;
  body: string;
  result?: { text: string; isError: boolean } | undefined;
}

/**
 * Compares a run with its files: every block of the stream must be in them, equal, under the same id and in order.
 * Undefined for runs that kept none (`--output-format json` was recorded without) or printed no stream.
 */
export function compareClaudeRun(run: ClaudeRun): Comparison | undefined {
  const live = readSide([run.live]);
  if (live.wire !== 'claude-stream' && live.wire !== 'claude-control') return undefined;
  const own = run.files.filter(({ name }) => name.includes(live.threadId));
  if (own.length === 0) return undefined;
  const file = readSide(own.map(({ bytes }) => bytes));
  const result: Comparison = {
    total: live.blocks.length,
    compared: 0,
    equal: 0,
    differences: [],
    exceptions: new Map(),
    results: { both: 0, sameError: 0, unrecordedError: 0, sameText: 0, otherText: 0 },
  };
  const places = new Map(file.blocks.map((block, at) => [block.key, at]));
  let last = -1;
  for (const block of live.blocks) {
    result.compared += 1;
    const at = places.get(block.key);
    const twin = at === undefined ? undefined : file.blocks[at];
    if (!twin || at === undefined) result.differences.push(`${block.key} is not in the file`);
    else if (twin.body !== block.body) result.differences.push(`${block.key} says ${twin.body.slice(0, 120)}`);
    else if (block.parent === undefined && at < last)
      result.differences.push(`${block.key} stands earlier in the file`);
    else result.equal += 1;
    // Sub-agents have files of their own, so only the order of the conversation itself is told.
    if (at !== undefined && block.parent === undefined) last = Math.max(last, at);
    if (twin) compareResults(block, twin, result);
  }
  return result;
}

function compareResults(live: Block, file: Block, { results, differences }: Comparison): void {
  if (!live.result || !file.result) return;
  results.both += 1;
  if (live.result.isError === file.result.isError) results.sameError += 1;
  else differences.push(`${live.key} is_error: live ${live.result.isError}, file ${file.result.isError}`);
  if (live.result.text === file.result.text) results.sameText += 1;
  else {
    results.otherText += 1;
    differences.push(`${live.key} has another result`);
  }
}

function readSide(inputs: readonly Uint8Array[]): Side {
  const side: Side = { wire: undefined, threadId: '', blocks: [] };
  for (const bytes of inputs) {
    const reader = createEventReader();
    const builder = createMessageBuilder({ agents: true });
    for (const outcome of [...reader.push(bytes), ...reader.end()]) {
      if (!outcome.ok) continue;
      for (const event of outcome.events) {
        if (event.type === 'thread.started') side.threadId = event.thread_id;
        builder.push(event);
      }
    }
    builder.end();
    side.wire = reader.wire;
    for (const message of builder.messages) if (message.role === 'assistant') addBlocks(message, side.blocks);
  }
  return side;
}

function addBlocks(message: UnifiedMessage, blocks: Block[]): void {
  for (const block of message.content) {
    const body = bodyOf(block);
    if (body === undefined) continue;
    const id = block.type === 'tool_use' ? block.id : message.id;
    const answer = message.content.find((other) => other.type === 'tool_result' && other.tool_use_id === id);
    const result = answer?.type === 'tool_result' ? { text: answer.content, isError: answer.is_error } : undefined;
    blocks.push({ key: `${id} ${block.type}`, parent: message.parent, body, result });
  }
}

function bodyOf(block: UnifiedContent): string | undefined {
  if (block.type === 'text') return block.text;
  if (block.type === 'thinking') return block.thinking;
  return block.type === 'tool_use' ? JSON.stringify([block.name, block.input]) : undefined;
}

import { createMessageBuilder, type ThreadEvent, type UnifiedMessage } from '../../src/index.ts';
import type { Comparison } from './compare-run.ts';
import type { GeminiRun } from './gemini-runs.ts';

/** Something said or called, with all that must be the same on both sides. */
interface Block {
  id: string;
  role: string;
  /** The text, or the call's name and input. */
  body: string;
  isTool: boolean;
  result?: { text: string; isError: boolean };
  /** The file has the exit code of the command, which is not 0. */
  hasExitCode?: true;
}

interface Finding {
  block: Block;
  /** The block with the same id in the file. */
  twin: Block | undefined;
  run: GeminiRun;
  file: readonly Block[];
}

interface Exception {
  reason: string;
  applies(finding: Finding): boolean;
}

/** What the stream shows that the chat has not. Closed, and by what Gemini CLI writes. */
const LIVE_ONLY: readonly Exception[] = [
  {
    reason: 'the text that was being written when the connection to the model broke',
    applies: ({ block, twin, run, file }) =>
      !block.isTool && !twin && isLastSaid(block, run) && !file.some(({ body }) => body === block.body),
  },
];

/** Compares a run as it was printed with its chat: prompts, texts and calls, with their ids, inputs and results. */
export function compareGeminiRun(run: GeminiRun): Comparison {
  const live = blocksOf(run.live, run.firstTurn);
  const file = blocksOf(run.file, 1);
  const comparison: Comparison = {
    total: live.length,
    compared: 0,
    equal: 0,
    differences: [],
    exceptions: new Map(),
    results: { both: 0, sameError: 0, unrecordedError: 0, sameText: 0, otherText: 0 },
  };
  const places = new Map(file.map((block, at) => [block.id, at]));
  const isKilled = !isEnded(run.live);
  let last = -1;
  for (const block of live) {
    const at = places.get(block.id);
    const twin = at === undefined ? undefined : file[at];
    if (twin && at !== undefined && isSame(block, at, file)) {
      comparison.compared += 1;
      if (at > last) comparison.equal += 1;
      else comparison.differences.push(`${block.id} stands elsewhere in the file`);
      last = Math.max(at, last);
      compareResults(block, twin, comparison);
      continue;
    }
    // A run that was killed is compared up to the kill.
    if (isKilled && !twin && isOpen(block, run)) {
      comparison.total -= 1;
      comparison.open = (comparison.open ?? 0) + 1;
      continue;
    }
    const exception = LIVE_ONLY.find(({ applies }) => applies({ block, twin, run, file }));
    if (exception) {
      comparison.exceptions.set(exception.reason, (comparison.exceptions.get(exception.reason) ?? 0) + 1);
      continue;
    }
    comparison.compared += 1;
    comparison.differences.push(`${block.id} ${block.body.slice(0, 120)} | file: ${twin?.body.slice(0, 120)}`);
  }
  return comparison;
}

/**
 * Equal to its twin in the file, but for escape sequences in a text, which are taken out live from 0.38 on. A reply without
 * an end is asked for again and printed as further pieces of one text, which the chat has as texts that follow each other.
 */
function isSame(block: Block, at: number, file: readonly Block[]): boolean {
  const twin = file[at];
  if (!twin || twin.role !== block.role || twin.isTool !== block.isTool) return false;
  if (twin.body === block.body) return true;
  if (block.isTool || block.role !== 'assistant') return false;
  let said = '';
  for (const next of file.slice(at)) {
    if (next.isTool || next.role !== block.role || said.length >= block.body.length) break;
    said += withoutEscapes(next.body);
  }
  return said === withoutEscapes(block.body);
}

function compareResults(live: Block, file: Block, { results, differences }: Comparison): void {
  if (!live.result || !file.result) return;
  results.both += 1;
  // The stream does not tell exit codes.
  if (live.result.isError === file.result.isError || file.hasExitCode) results.sameError += 1;
  else differences.push(`${live.id} is_error: live ${live.result.isError}, file ${file.result.isError}`);
  if (live.result.text === file.result.text) results.sameText += 1;
  else if (!isUntold(live)) {
    results.otherText += 1;
    differences.push(`${live.id} result: live ${live.result.text.slice(0, 80)}, file ${file.result.text.slice(0, 80)}`);
  }
}

/** The stream says nothing of what came back: then the text is empty, or says which file was changed. */
function isUntold({ result, body }: Block): boolean {
  return result?.text === '' || /^(Edit|Write) /.test(body) || result?.text === 'Plan updated';
}

function blocksOf(events: readonly ThreadEvent[], firstTurn: number): Block[] {
  const builder = createMessageBuilder({ firstTurn });
  for (const event of events) builder.push(event);
  builder.end();
  return builder.messages.filter(({ role }) => role !== 'system').flatMap(messageBlocks);
}

function messageBlocks(message: UnifiedMessage): Block[] {
  const { role, content } = message;
  return content.flatMap((block): Block[] => {
    if (block.type === 'text') return [{ id: message.id, role, body: block.text, isTool: false }];
    if (block.type !== 'tool_use') return [];
    const made: Block = { id: block.id, role, body: `${block.name} ${JSON.stringify(block.input)}`, isTool: true };
    const result = content.find((other) => other.type === 'tool_result' && other.tool_use_id === block.id);
    if (result?.type === 'tool_result') made.result = { text: result.content, isError: result.is_error };
    if (message.notes?.some(({ text }) => text.startsWith('Exit Code: '))) made.hasExitCode = true;
    return [made];
  });
}

function isEnded(events: readonly ThreadEvent[]): boolean {
  return events.some(({ type }) => type === 'turn.completed' || type === 'turn.failed');
}

/** Not done when the stream ended: a call without a result, or the text at its end. */
function isOpen(block: Block, run: GeminiRun): boolean {
  return block.isTool ? !block.result : isLastSaid(block, run);
}

function isLastSaid(block: Block, { live, firstTurn }: GeminiRun): boolean {
  return blocksOf(live, firstTurn).at(-1)?.id === block.id;
}

function withoutEscapes(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
  return text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, '');
}

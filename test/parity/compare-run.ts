import { type Block, readSide, type Side } from './blocks.ts';
import { type Finding, LIVE_ONLY, RESULT_TEXTS, recordsError } from './exceptions.ts';
import type { RunPair } from './run-pairs.ts';

/** How a run as it streamed compares with its session file. */
export interface Comparison {
  /** Live blocks: texts, thoughts and calls. */
  total: number;
  /** Those that were not done when the run was killed, and that the file has not. They are not in `total`. */
  open?: number;
  /** Those outside the closed list of exceptions. */
  compared: number;
  /** Those found in the file, equal and in order. */
  equal: number;
  /** What is wrong, for people. */
  differences: string[];
  /** How often each exception was taken. */
  exceptions: Map<string, number>;
  /**
   * Results that both sides record; how many agree in `is_error`, and of how many the file does not say it; how many agree
   * in their text, and how many texts differ for no reason.
   */
  results: { both: number; sameError: number; unrecordedError: number; sameText: number; otherText: number };
}

export function compareRun(pair: RunPair): Comparison {
  const { live, file, others } = readSides(pair);
  const result: Comparison = {
    total: live.blocks.length,
    compared: 0,
    equal: 0,
    differences: [],
    exceptions: new Map(),
    results: { both: 0, sameError: 0, unrecordedError: 0, sameText: 0, otherText: 0 },
  };
  const finding: Finding = {
    pair,
    live,
    file,
    records: recordsOf(file.bytes),
    otherBlocks: others.flatMap(({ blocks }) => blocks),
  };
  const byId = new Map(file.blocks.map((block, at) => [block.id, at]));
  const found: { live: Block; at: number }[] = [];
  for (const block of live.blocks) {
    const at = byId.get(block.id);
    const twin = at === undefined ? undefined : file.blocks[at];
    const difference = twin ? differenceOf(block, twin) : 'is not in the file';
    if (difference === undefined && twin && at !== undefined) {
      result.compared += 1;
      const early = found.find(
        (before) => before.at > at && !isParallel(before.live, block) && !isFree(file.blocks[before.at], twin),
      );
      found.push({ live: block, at });
      compareResults(block, twin, result, finding);
      if (early) result.differences.push(`${block.id} stands before ${early.live.id} in the file`);
      else result.equal += 1;
      continue;
    }
    const exception = LIVE_ONLY.find(({ applies }) => applies(block, finding));
    if (exception) {
      result.exceptions.set(exception.reason, (result.exceptions.get(exception.reason) ?? 0) + 1);
      continue;
    }
    result.compared += 1;
    const near = file.blocks.find(
      ({ kind, name, body }) => kind === block.kind && name === block.name && body === block.body,
    );
    result.differences.push(`${block.id} ${difference}${near ? ` (there: ${near.id})` : ''}: ${describe(block)}`);
  }
  return result;
}

interface FileSide extends Side {
  bytes: Uint8Array;
}

/** Finds the file of the thread that was printed, and the number of its turn. */
function readSides(pair: RunPair): { live: Side; file: FileSide; others: Side[] } {
  const sides = pair.files.map((bytes) => ({ ...readSide(bytes, 1), bytes }));
  const first = readSide(pair.live, 1);
  const threadId = threadOf(first);
  // The oldest streams do not name their thread. A resume of an unknown id began a second one then.
  const named = sides.find((side) => threadId !== '' && threadOf(side) === threadId);
  const file = named ?? (pair.isContinued ? sides.at(-1) : sides[0]);
  if (!file) throw new Error(`${pair.version}/${pair.scenario} has no session file`);
  const others = sides.filter((side) => side !== file);
  const ownTurns = turnsOf(file);
  const firstTurn = pair.isContinued ? Math.max(ownTurns - Math.max(turnsOf(first), 1) + 1, 1) : 1;
  return { live: firstTurn === 1 ? first : readSide(pair.live, firstTurn), file, others };
}

function threadOf(side: Side): string {
  const started = side.events.find((event) => event.type === 'thread.started');
  return started?.type === 'thread.started' ? started.thread_id : '';
}

function turnsOf(side: Side): number {
  return side.events.filter((event) => event.type === 'turn.started' && !event.inherited).length;
}

function differenceOf(live: Block, file: Block): string | undefined {
  if (live.role !== file.role) return `has the role ${file.role}`;
  if (live.kind !== file.kind) return `is ${file.kind}`;
  if (live.name !== file.name) return `is the tool ${file.name}`;
  return live.body === file.body ? undefined : `says ${JSON.stringify(file.body.slice(0, 120))}`;
}

function compareResults(live: Block, file: Block, { results, differences }: Comparison, { records }: Finding): void {
  if (!live.result || !file.result) return;
  results.both += 1;
  if (live.result.isError === file.result.isError) results.sameError += 1;
  else if (!recordsError(live, records)) results.unrecordedError += 1;
  else differences.push(`${live.id} is_error: live ${live.result.isError}, file ${file.result.isError}`);
  if (live.result.text === file.result.text) {
    results.sameText += 1;
    return;
  }
  if (RESULT_TEXTS.some(({ applies }) => applies(live, file))) return;
  results.otherText += 1;
  const texts = [live.result.text, file.result.text].map((text) => JSON.stringify(text.slice(0, 80)));
  differences.push(`${live.id} result: live ${texts[0]}, file ${texts[1]}`);
}

function isParallel(left: Block | undefined, right: Block): boolean {
  return left !== undefined && left.began <= right.ended && right.began <= left.ended;
}

/** True when a call that the file has first may come later: calls of one response run beside its texts and each other. */
function isFree(later: Block | undefined, call: Block): boolean {
  if (isParallel(later, call)) return true;
  if (later === undefined || later.response === 0 || call.kind !== 'tool_use') return false;
  // A plan begins at its output, which may be written after the count of its response.
  return later.response === call.response || (later.name === 'TodoWrite' && later.response === call.response + 1);
}

function describe(block: Block): string {
  return `${block.name ?? block.kind} ${JSON.stringify(block.body.slice(0, 80))}`;
}

function recordsOf(bytes: Uint8Array): Record<string, unknown>[] {
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Record<string, unknown>];
      } catch {
        return [];
      }
    });
}

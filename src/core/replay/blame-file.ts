import { alignLines, BLANK } from './align.ts';
import { type Chain, type FileState, isEqual } from './file-state.ts';
import { byFragment } from './fragment-block.ts';
import { isSameLine, type LineIds, type LineTable } from './line-table.ts';
import { byMovedBlock } from './moved-block.ts';
import { byReflow } from './reflow.ts';
import type { Replay } from './replay.ts';
import { withSupport } from './support.ts';
import { settleTwins } from './twin-lines.ts';
import { tellReasons, whyNobody } from './unknown-reason.ts';

/** The rule by which a line's writer was found. */
export type BlameRule = 'equal' | 'aligned' | 'text' | 'moved' | 'reflow' | 'between';

/**
 * Why nobody is named. `file-unknown`: no session touched the file; `before-session`: the line was there before;
 * `after-shell`, `between-sessions`: it came while a command ran, or between two calls; `ambiguous`: several sessions wrote
 * these words; `weak`: too little tells; `no-commit`: it is in no commit, and no session tells of it.
 */
export type UnknownReason =
  | 'ambiguous'
  | 'weak'
  | 'between-sessions'
  | 'after-shell'
  | 'before-session'
  | 'file-unknown'
  | 'no-commit';

/** Who wrote a line of a commit, as far as it is known. */
export interface LineAnswer {
  /** The writer's number in the replay; 0 if it is not known. */
  writer: number;
  rule?: BlameRule;
  /** True for a line of a whole block, which tells by itself. */
  isBlock?: true;
  /** Why nobody is named. */
  why?: UnknownReason;
}

/** A file of a commit: its text, and the lines that the commit adds. */
export interface CommittedFile {
  text: string;
  /** Numbers of the added lines, from 1. */
  added: readonly number[];
  /** When it was committed. Only what was written before can be in it. */
  at: number;
  /** True for a file that the repository has under its own path. A block of it is not looked for under others. */
  isPlaced?(path: string): boolean;
}

const MOST_CHAINS = 6;
/** States of one path that are compared with a commit, the newest first. */
const MOST_STATES = 400;

/** Says who wrote each added line: by what the file was after a call, never by time or by who committed. */
export function blameFile(replay: Replay, chains: readonly Chain[], file: CommittedFile): LineAnswer[] {
  const { table } = replay;
  const lines = table.lines(file.text.replaceAll('\r\n', '\n'));
  const squeezed = table.squeezed(lines);
  const answers: LineAnswer[] = file.added.map(() => ({ writer: 0 }));
  const view: View = { replay, table, lines, squeezed, added: file.added, at: file.at, answers };
  const best = chains
    .flatMap((chain) => bestState(view, chain) ?? [])
    .sort((one, other) => other.score - one.score || other.state.at - one.state.at)
    .slice(0, MOST_CHAINS);
  for (const [index, { state }] of best.entries()) {
    const writers = takeState(view, state);
    if (index === 0) settleTwins(view, writers);
  }
  byFragment(view, chains);
  byText(view, chains);
  byMovedBlock(view, file);
  for (const { state } of best) byReflow(view, state);
  between(view);
  withSupport(view);
  tellReasons(view, chains, best[0]?.state);
  return answers;
}

/** A file of a commit as it is being answered. */
export interface View {
  replay: Replay;
  table: LineTable;
  lines: LineIds;
  squeezed: Int32Array;
  added: readonly number[];
  at: number;
  answers: LineAnswer[];
}

/** The state of a path that holds the most added lines that somebody wrote. */
function bestState(view: View, chain: Chain): { state: FileState; score: number } | undefined {
  const { table, squeezed, added, at } = view;
  const wanted = new Set<number>();
  for (const number of added) {
    const line = squeezed[number - 1] ?? BLANK;
    if (table.isTelling(line) && (chain.wrote.has(line) || chain.retyped.has(line))) wanted.add(line);
  }
  if (wanted.size === 0) return undefined;
  let best: { state: FileState; score: number } | undefined;
  let looked = 0;
  for (let index = chain.states.length - 1; index >= 0 && looked < MOST_STATES; index -= 1) {
    const state = chain.states[index];
    if (!state || state.at > at || state.isGone) continue;
    looked += 1;
    const score = scoreOf(state, wanted, table);
    if (score > (best?.score ?? 0)) best = { state, score };
    if (score === wanted.size) break;
  }
  return best;
}

function scoreOf({ lines, writers }: FileState, wanted: ReadonlySet<number>, table: LineTable): number {
  const found = new Set<number>();
  for (let at = 0; at < lines.length; at += 1) {
    if ((writers[at] ?? 0) <= 0) continue;
    const line = table.squeezedOf(lines[at] ?? 0);
    if (wanted.has(line)) found.add(line);
  }
  return found.size;
}

/** Gives lines the writers of the state that the commit's text is, or aligns with. Returns the writers of all lines. */
function takeState(view: View, state: FileState): Int32Array {
  const { table, lines, squeezed, added, answers } = view;
  const isSame = isEqual(withoutReturns(state.lines, table), lines);
  const alignment = isSame ? undefined : alignLines(table.squeezed(state.lines), squeezed);
  const placeOf = (index: number) => (alignment ? (alignment[index] ?? -1) : index);
  const writerAt = (index: number) => {
    const place = placeOf(index);
    // The commit has the line as it was before it was typed again.
    const earlier = state.retyped?.get(place);
    const isEarlier = earlier !== undefined && isSameLine(table, earlier.line, lines[index] ?? 0);
    return isEarlier ? earlier.writer : (state.writers[place] ?? 0);
  };
  for (const [index, number] of added.entries()) {
    if (answers[index]?.writer !== 0) continue;
    const old = placeOf(number - 1);
    const writer = writerAt(number - 1);
    if (writer > 0) answers[index] = { writer, rule: isSame ? 'equal' : 'aligned' };
    const answer = answers[index];
    if (answer && old >= 0 && writer <= 0) answer.why ??= whyNobody(writer);
  }
  return lines.map((_, index) => writerAt(index));
}

function withoutReturns(lines: LineIds, table: LineTable): LineIds {
  return lines.some((id) => table.line(id).endsWith('\r'))
    ? table.lines(table.text(lines).replaceAll('\r\n', '\n'))
    : lines;
}

/** Lines with the same words as some that a session wrote to this path: beside firm lines, or three in a row of one call. */
function byText(view: View, chains: readonly Chain[]): void {
  const { table, squeezed, added, at, answers, replay } = view;
  const candidates = added.map((number, index) => {
    const line = squeezed[number - 1] ?? BLANK;
    if (answers[index]?.writer !== 0 || !table.isTelling(line)) return 0;
    return latestWriter(replay, chains, line, at);
  });
  const taken: { index: number; writer: number }[] = [];
  for (let index = 0; index < added.length; ) {
    const writer = candidates[index] ?? 0;
    let end = index + 1;
    while (writer !== 0 && end < added.length && candidates[end] === writer && added[end] === (added[end - 1] ?? 0) + 1)
      end += 1;
    const isBeside = [index - 1, end].some((side) => isFirm(view, side, index, end) && sameSession(view, side, writer));
    if (writer !== 0 && (isBeside || end - index >= 3)) {
      for (let at = index; at < end; at += 1) taken.push({ index: at, writer });
    }
    index = end;
  }
  for (const { index, writer } of withFirmLines(view, taken)) answers[index] = { writer, rule: 'text' };
}

/** Words alone only add to what is firm: a session that has more lines by its words than by their place once wrote the like. */
function withFirmLines<Taken extends { writer: number }>({ answers, replay }: View, taken: readonly Taken[]): Taken[] {
  const sums = new Map<string, number>();
  const add = (writer: number, count: number) => {
    const key = sessionKey(replay, writer);
    sums.set(key, (sums.get(key) ?? 0) + count);
  };
  for (const { writer } of answers) if (writer > 0) add(writer, 1);
  for (const { writer } of taken) add(writer, -1);
  return taken.filter(({ writer }) => (sums.get(sessionKey(replay, writer)) ?? 0) >= 0);
}

function sessionKey({ writers }: Replay, writer: number): string {
  const session = writers[writer]?.session;
  return `${session?.agent}:${session?.id}`;
}

/** True for an answered line right before or after a run of lines. */
function isFirm({ answers, added }: View, side: number, start: number, end: number): boolean {
  const { rule, isBlock } = answers[side] ?? {};
  const near = side < start ? start : end - 1;
  return (
    (isBlock || rule === 'equal' || rule === 'aligned') && Math.abs((added[side] ?? -9) - (added[near] ?? 0)) === 1
  );
}

function sameSession({ replay, answers }: View, side: number, writer: number): boolean {
  const one = replay.writers[answers[side]?.writer ?? 0]?.session;
  const other = replay.writers[writer]?.session;
  return one !== undefined && one.id === other?.id && one.agent === other.agent;
}

function latestWriter({ writers }: Replay, chains: readonly Chain[], line: number, at: number): number {
  let latest = 0;
  for (const { wrote } of chains) {
    for (const number of wrote.get(line) ?? []) {
      const writer = writers[number];
      if (writer && writer.at <= at && writer.at >= (writers[latest]?.at ?? 0)) latest = number;
    }
  }
  return latest;
}

/** Blank lines and brackets between lines of one session are its own. */
function between({ table, squeezed, added, answers, replay }: View): void {
  let before = -1;
  for (let index = 0; index < added.length; index += 1) {
    if (answers[index]?.writer !== 0) {
      if (before >= 0 && index - before > 1) fillGap(before, index);
      before = index;
    }
  }

  function fillGap(start: number, end: number): void {
    const [one, other] = [answers[start]?.writer ?? 0, answers[end]?.writer ?? 0];
    const [first, last] = [replay.writers[one]?.session, replay.writers[other]?.session];
    if (first?.id !== last?.id || first?.agent !== last?.agent) return;
    for (let index = start + 1; index < end; index += 1) {
      const isNext = added[index] === (added[index - 1] ?? 0) + 1;
      const line = squeezed[(added[index] ?? 1) - 1] ?? BLANK;
      if (!isNext || table.isTelling(line)) return;
    }
    if (added[end] !== (added[end - 1] ?? 0) + 1) return;
    for (let index = start + 1; index < end; index += 1) answers[index] = { writer: one, rule: 'between' };
  }
}

import { amount } from '../../../core/text/amount.ts';
import type { TimeNode } from './time-node.ts';
import type { TimeParts } from './time-parts.ts';

/** Something that took long, in words. */
export interface TimeFinding {
  code: 'repeated' | 'longest' | 'slow-request' | 'waited' | 'idle';
  /** What it is about. */
  title: string;
  text: string;
  ms: number;
  rows: readonly number[];
}

const MOST_FINDINGS = 3;
const MOST_ROWS = 50;
/** Shorter ones are not worth a word. */
const LEAST_MS = 1000;
/** A request is slow if it took so many times as long as the one in the middle. */
const SLOW_TIMES = 3;
const LEAST_REQUESTS = 4;
/** A wait is told if it is this part of the whole. */
const LEAST_SHARE = 0.2;

/** What explains most of the time, the longest first. */
export function timeFindings(nodes: readonly TimeNode[], parts: TimeParts, end: number): TimeFinding[] {
  const calls = nodes.filter(({ kind }) => kind !== 'turn' && kind !== 'model' && kind !== 'you');
  const repeated = mostRepeated(calls);
  const longest = longestOf(calls.filter(({ row = -1 }) => !repeated?.rows.includes(row)));
  const found = [repeated, longest, slowRequest(nodes), waited(parts, end), idle(parts, end)];
  return found
    .filter((finding) => finding !== undefined)
    .filter(({ ms }) => ms >= LEAST_MS)
    .sort((one, other) => other.ms - one.ms)
    .slice(0, MOST_FINDINGS);
}

const msOf = ({ from = 0, to = from }: TimeNode) => to - from;
const shareOf = (ms: number, end: number) => Math.round((100 * ms) / Math.max(1, end));

/** The call that was made more than once and took longest in all. */
function mostRepeated(calls: readonly TimeNode[]): TimeFinding | undefined {
  const groups = Map.groupBy(
    calls.filter(({ kind, name }) => kind === 'command' && name !== ''),
    ({ name }) => name,
  );
  let most: TimeFinding | undefined;
  for (const [name, group] of groups) {
    const ms = group.reduce((sum, node) => sum + msOf(node), 0);
    if (group.length < 2 || ms <= (most?.ms ?? 0)) continue;
    const failed = group.filter(({ status }) => status === 'failed').length;
    const [longest] = group.map(msOf).sort((one, other) => other - one);
    const ends = failed === 0 ? 'It never failed.' : `It failed ${times(failed)}.`;
    most = {
      code: 'repeated',
      title: `${name} ran ${times(group.length)}`,
      text: `${ends} The longest took ${words(longest ?? 0)}.`,
      ms,
      rows: rowsOf(group),
    };
  }
  return most;
}

function longestOf(calls: readonly TimeNode[]): TimeFinding | undefined {
  const most = calls.reduce<TimeNode | undefined>(
    (one, node) => (one && msOf(one) >= msOf(node) ? one : node),
    undefined,
  );
  if (!most) return undefined;
  const others = calls.filter((node) => node !== most && overlaps(node, most)).length;
  const alone = most.critical ? 'Nothing else went on until it was done.' : 'Other work went on meanwhile.';
  return {
    code: 'longest',
    title: most.name === '' ? most.kind : most.name,
    text:
      others > 0
        ? `${amount(others, 'other call')} ran beside it. ${most.critical ? 'It was the last to end.' : ''}`.trim()
        : alone,
    ms: msOf(most),
    rows: rowsOf([most]),
  };
}

function overlaps(one: TimeNode, other: TimeNode): boolean {
  return (one.from ?? 0) < (other.to ?? 0) && (other.from ?? 0) < (one.to ?? 0);
}

function slowRequest(nodes: readonly TimeNode[]): TimeFinding | undefined {
  const requests = nodes.filter((node) => node.kind === 'model' && msOf(node) > 0);
  const sorted = requests.map(msOf).sort((one, other) => one - other);
  const middle = sorted[sorted.length >> 1] ?? 0;
  const most = requests.find((node) => msOf(node) === sorted.at(-1));
  if (!most || requests.length < LEAST_REQUESTS || msOf(most) < SLOW_TIMES * middle) return undefined;
  return {
    code: 'slow-request',
    title: `The model wrote ${most.name || 'an answer'}`,
    text: `The one in the middle of all ${requests.length} took ${words(middle)}.`,
    ms: msOf(most),
    rows: rowsOf([most]),
  };
}

function waited({ you }: TimeParts, end: number): TimeFinding | undefined {
  if (you < LEAST_SHARE * end) return undefined;
  const text = `${shareOf(you, end)} % of the time, between an answer and the next prompt.`;
  return { code: 'waited', title: 'It waited for you', text, ms: you, rows: [] };
}

function idle({ other }: TimeParts, end: number): TimeFinding | undefined {
  if (other < LEAST_SHARE * end) return undefined;
  const text = `${shareOf(other, end)} % of the time. The program was closed, or the machine slept.`;
  return { code: 'idle', title: 'Nothing was told', text, ms: other, rows: [] };
}

function rowsOf(nodes: readonly TimeNode[]): number[] {
  return nodes.flatMap(({ row }) => row ?? []).slice(0, MOST_ROWS);
}

function times(many: number): string {
  return ['never', 'once', 'twice'][many] ?? `${many} times`;
}

/** `2.1 s`, `44 s`, `1 min 39 s` */
function words(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

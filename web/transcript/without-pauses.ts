import type { ApiSpans } from '../../src/doors/server/api-types.ts';

/** The least silence that counts as a pause, as in the sums of usage. */
const PAUSE_MS = 300_000;
/** The most that a pause takes, as a share of the time without pauses; and all of them together. */
const PAUSE_SHARE = 0.03;
const ALL_PAUSES_SHARE = 0.3;

/** A time in which nothing happened: its begin and end on the ruler, and its real length. */
export interface Pause {
  from: number;
  to: number;
  ms: number;
}

/** The time of a ruler, in which pauses are short. A night between two turns would leave no room for either. */
export interface RulerTime {
  spans: ApiSpans['spans'];
  end: number;
  pauses: Pause[];
  /** The times in which the agent waited for the person. A long one is a pause, too, and short. */
  waits: Pause[];
}

export function withoutPauses({ spans, waits, end }: Pick<ApiSpans, 'spans' | 'waits' | 'end'>): RulerTime {
  const gaps = gapsOf(spans);
  const { place, ...short } = shortenGaps(gaps, end);
  return {
    ...short,
    spans:
      gaps.length === 0
        ? spans
        : spans.map(([row, lane, from, to, kind, failed]) => [row, lane, place(from), place(to), kind, failed]),
    waits: waits.map(([from, to]) => ({ from: place(from), to: place(to), ms: to - from })),
  };
}

/** A time in which the gaps, which are in order, are short, and the place of each moment in it. */
export function shortenGaps(
  gaps: readonly Gap[],
  end: number,
): Pick<RulerTime, 'end' | 'pauses'> & { place: (time: number) => number } {
  if (gaps.length === 0) return { end, pauses: [], place: (time) => time };
  const idle = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  const shown = Math.max(1, (end - idle) * Math.min(PAUSE_SHARE, ALL_PAUSES_SHARE / gaps.length));
  let cut = 0;
  const pauses = gaps.map(({ from, to }) => {
    const begin = from - cut;
    const ms = to - from;
    const width = Math.min(ms, shown);
    cut += ms - width;
    return { from: begin, to: begin + width, ms };
  });
  const place = (time: number) => placeOf(time, gaps, pauses);
  return { end: place(end), pauses, place };
}

interface Gap {
  from: number;
  to: number;
}

/** Rows are in the order of their file, which is nearly that of their times. */
function gapsOf(spans: ApiSpans['spans']): Gap[] {
  const gaps: Gap[] = [];
  let covered = 0;
  for (const [, , from, to] of spans) {
    if (from - covered > PAUSE_MS) gaps.push({ from: covered, to: from });
    covered = Math.max(covered, from, to);
  }
  return gaps;
}

/** The position of a time once the gaps are as wide as the pauses. */
function placeOf(time: number, gaps: readonly Gap[], pauses: readonly Pause[]): number {
  let [low, high] = [0, gaps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((gaps[middle]?.from ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  const [gap, pause] = [gaps[low - 1], pauses[low - 1]];
  if (!gap || !pause) return time;
  if (time >= gap.to) return pause.to + time - gap.to;
  return pause.from + ((time - gap.from) * (pause.to - pause.from)) / (gap.to - gap.from);
}

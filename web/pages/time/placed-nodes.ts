import type { ApiTime } from '../../../src/doors/server/api-types.ts';
import { type Pause, shortenGaps } from '../../transcript/without-pauses.ts';

export type TimeNode = ApiTime['nodes'][number];
export type By = 'time' | 'tokens' | 'cost';

/** Each bar's place on an axis that begins at 0. */
export interface PlacedNodes {
  end: number;
  places: ReadonlyMap<string, readonly [from: number, to: number]>;
  /** Long stretches in which nothing happened, which are drawn short. */
  pauses: readonly Pause[];
  /** Marks of the axis. */
  ticks: readonly { at: number; value: number }[];
}

const TICKS = 6;

/** By time, bars stand where they ran. By tokens or cost, each request follows the one before. */
export function placedNodes(time: Pick<ApiTime, 'nodes' | 'gaps' | 'end'>, by: By): PlacedNodes {
  return by === 'time' ? byTime(time) : byAmount(time.nodes, by);
}

function byTime({ nodes, gaps, end }: Pick<ApiTime, 'nodes' | 'gaps' | 'end'>): PlacedNodes {
  const short = shortenGaps(
    gaps.map(([from, to]) => ({ from, to })),
    end,
  );
  const places = new Map<string, [number, number]>();
  for (const { id, from, to } of nodes) {
    if (from !== undefined) places.set(id, [short.place(from), short.place(to ?? from)]);
  }
  const step = TIMES.find((one) => one >= short.end / TICKS) ?? roundStep(short.end / TICKS);
  const ticks: PlacedNodes['ticks'] = Array.from(
    { length: Math.min(60, Math.floor(short.end / step) + 1) },
    (_, index) => {
      const at = index * step;
      return { at, value: realTime(at, gaps, short.pauses) };
    },
  ).filter(({ at }) => !short.pauses.some(({ from, to }) => at > from && at < to));
  return { end: short.end, places, pauses: short.pauses, ticks };
}

/** The moment that stands at a place. */
function realTime(place: number, gaps: ApiTime['gaps'], pauses: readonly Pause[]): number {
  const last = pauses.findLastIndex(({ to }) => to <= place);
  const [gap, pause] = [gaps[last], pauses[last]];
  return gap && pause ? gap[1] + place - pause.to : place;
}

function byAmount(nodes: readonly TimeNode[], by: 'tokens' | 'cost'): PlacedNodes {
  const places = new Map<string, [number, number]>();
  let end = 0;
  let turn: TimeNode | undefined;
  for (const node of nodes) {
    if (node.kind === 'turn') {
      turn = node;
    } else if (node.kind === 'model') {
      const from = end;
      end += by === 'tokens' ? (node.usage?.total ?? 0) : (node.costUsd ?? 0);
      if (end > from) places.set(node.id, [from, end]);
      if (end > from && turn) places.set(turn.id, [places.get(turn.id)?.[0] ?? from, end]);
    }
  }
  const step = roundStep(end / TICKS);
  const ticks = Array.from({ length: end > 0 ? Math.min(60, Math.floor(end / step) + 1) : 0 }, (_, index) => ({
    at: index * step,
    value: index * step,
  }));
  return { end, places, pauses: [], ticks };
}

/** Seconds, minutes and hours as people count them. */
const TIMES = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400].map(
  (seconds) => seconds * 1000,
);

/** A round step that is not smaller. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, Number.MIN_VALUE)));
  return ([1, 2, 5, 10].find((step) => step * power >= least) ?? 10) * power;
}

/** A line of the waterfall. */
export interface TimeLine {
  node: TimeNode;
  level: number;
  /** Of a turn: whether what belongs to it is shown. */
  isOpen?: boolean;
}

/** The lines that are shown: turns, in an open one its requests and calls, and the waits after it. */
export function timeLines(nodes: readonly TimeNode[], closed: ReadonlySet<string>): TimeLine[] {
  const lines: TimeLine[] = [];
  const waits = nodes.filter(({ kind }) => kind === 'you');
  let next = 0;
  let isOpen = true;
  const flush = (until: number) => {
    for (let wait = waits[next]; wait && (wait.from ?? 0) < until; wait = waits[next]) {
      lines.push({ node: wait, level: 1 });
      next += 1;
    }
  };
  for (const node of nodes) {
    if (node.kind === 'turn') {
      flush(node.from ?? 0);
      isOpen = !closed.has(node.id);
      lines.push({ node, level: 1, isOpen });
    } else if (node.kind !== 'you' && isOpen) lines.push({ node, level: 2 });
  }
  flush(Number.POSITIVE_INFINITY);
  return lines;
}

import type { TimeNode } from './time-node.ts';

interface Leaf {
  node: TimeNode;
  from: number;
  to: number;
}

/** Marks what ran side by side, and the chain of work that held each other up. Returns the length of that chain. */
export function markPaths(nodes: readonly TimeNode[]): number {
  const leaves: Leaf[] = [];
  for (const node of nodes) {
    const { kind, from = 0, to = from } = node;
    if (kind !== 'turn' && kind !== 'you' && to > from) leaves.push({ node, from, to });
  }
  setLanes(leaves);
  return markCritical(leaves);
}

/** Each takes the first lane that is free. */
function setLanes(leaves: Leaf[]): void {
  leaves.sort((one, other) => one.from - other.from || other.to - one.to);
  const busyUntil: number[] = [];
  for (const { node, from, to } of leaves) {
    const free = busyUntil.findIndex((until) => until <= from);
    const lane = free === -1 ? Math.min(busyUntil.length, MOST_LANES) : free;
    busyUntil[lane] = to;
    if (lane > 0) node.lane = lane;
  }
}

/** More are drawn on one another. */
const MOST_LANES = 16;

/** Backwards from the end: what ended last before the work that is known to have waited for it. */
function markCritical(leaves: Leaf[]): number {
  leaves.sort((one, other) => other.to - one.to || one.from - other.from);
  let before = Number.POSITIVE_INFINITY;
  let sum = 0;
  for (const { node, from, to } of leaves) {
    if (to > before) continue;
    node.critical = true;
    sum += to - from;
    before = from;
  }
  return sum;
}

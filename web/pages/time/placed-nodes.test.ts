import { describe, expect, it } from 'vitest';
import { placedNodes, type TimeNode, timeLines } from './placed-nodes.ts';

const HOUR = 3_600_000;
const usage = { input: 90, cached: 10, cacheWrite: 0, output: 10, reasoning: 0, total: 100 };
const nodes: TimeNode[] = [
  { id: 't1', kind: 'turn', name: '', from: 0, to: 2000 },
  { id: 'r1', parent: 't1', kind: 'model', name: 'request 1', from: 0, to: 1000, usage, costUsd: 0.5 },
  { id: 'c2', parent: 'r1', kind: 'command', name: 'ls', from: 1000, to: 2000 },
  { id: 't2', kind: 'turn', name: '', from: HOUR, to: HOUR + 1000 },
  { id: 'r2', parent: 't2', kind: 'model', name: 'request 2', from: HOUR, to: HOUR + 1000, usage },
  { id: 'w1', kind: 'you', name: 'Waiting for you', from: 2000, to: HOUR },
];

describe('the bars of a session', () => {
  it('stand where they ran, and a long pause is short', () => {
    const { places, end, pauses } = placedNodes({ nodes, gaps: [[2000, HOUR]], end: HOUR + 1000 }, 'time');
    expect(places.get('c2')).toEqual([1000, 2000]);
    expect(pauses.map(({ ms }) => ms)).toEqual([HOUR - 2000]);
    expect(end).toBeLessThan(4000);
    expect(places.get('r2')?.[1]).toBe(end);
  });

  it('follow one another by tokens and by cost; what has none has no bar', () => {
    const time = { nodes, gaps: [] as [number, number][], end: HOUR + 1000 };
    const tokens = placedNodes(time, 'tokens');
    expect([...tokens.places]).toEqual([
      ['r1', [0, 100]],
      ['t1', [0, 100]],
      ['r2', [100, 200]],
      ['t2', [100, 200]],
    ]);
    expect([...placedNodes(time, 'cost').places.keys()]).toEqual(['r1', 't1']);
    expect(placedNodes({ nodes: [], gaps: [], end: 0 }, 'cost').ticks).toEqual([]);
  });

  it('of a closed turn are left out, and the wait after a turn stays', () => {
    expect(timeLines(nodes, new Set()).map(({ node }) => node.id)).toEqual(['t1', 'r1', 'c2', 'w1', 't2', 'r2']);
    expect(timeLines(nodes, new Set(['t1'])).map(({ node }) => node.id)).toEqual(['t1', 'w1', 't2', 'r2']);
  });
});

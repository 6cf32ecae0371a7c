import { describe, expect, it } from 'vitest';
import type { UsageRow } from '../../../machine/usage/usage-row.ts';
import { turnUsages } from './turn-usage.ts';

function request(line: number, input: number, at = 0): UsageRow {
  const tokens = { input, cached: 0, cacheWrite: 0, output: 1, reasoning: 0 };
  return { agent: 'codex', threadId: 't', key: `L${line}`, at, source: '/f', line, model: 'gpt-5.5-codex', ...tokens };
}

describe('tokens of turns', () => {
  it('puts each request into the turn in whose lines it stands, so that turns add up to the session', () => {
    const starts = [{ line: 3 }, { line: 10 }, { line: 20 }];
    const usages = turnUsages(starts, [request(1, 5), request(9, 10), request(10, 100), request(500, 1000)]);
    expect(usages.map((usage) => usage?.total)).toEqual([17, 101, 1001]);
    expect(turnUsages(starts, [request(12, 1)]).map((usage) => usage?.total)).toEqual([undefined, 2, undefined]);
  });

  it('goes by the time where all turns stand in one document', () => {
    const starts = [
      { line: 1, time: 1000 },
      { line: 1, time: 9000 },
    ];
    expect(turnUsages(starts, [request(1, 5, 1500), request(1, 7, 9500)]).map((usage) => usage?.total)).toEqual([6, 8]);
  });

  it('survives turns that begin before the one before them, and a session without turns', () => {
    expect(turnUsages([{ line: 9 }, { line: 2 }], [request(5, 1), request(9, 1)]).map((usage) => usage?.total)).toEqual(
      [2, 2],
    );
    expect(turnUsages([], [request(5, 1)])).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Row } from '../api-types.ts';
import { spansOf } from './time-spans.ts';

function row(place: number, more: Partial<Row>): Row {
  const base = { row: place, id: `m${place}`, turn: 1, blocks: [], lines: [place, place] as Row['lines'] };
  return { ...base, kind: 'answer', role: 'assistant', ...more };
}
const prompt = (place: number, time: number) => row(place, { kind: 'prompt', role: 'user', time });

describe('the time of rows', () => {
  it('ends an answer when its last byte came, and takes what follows for the wait for the person', () => {
    const { spans, waits, end } = spansOf([
      prompt(0, 1000),
      row(1, { time: 11_500 }),
      prompt(2, 75_500),
      row(3, { time: 76_000 }),
    ]);
    expect(spans).toEqual([
      [0, 0, 0, 0, 'prompt', 0],
      [1, 1, 0, 10_500, 'answer', 0],
      [2, 0, 74_500, 74_500, 'prompt', 0],
      [3, 1, 74_500, 75_000, 'answer', 0],
    ]);
    expect(waits).toEqual([[10_500, 74_500]]);
    expect(end).toBe(75_000);
  });

  it('gives a call the time that it ran, and the model the time in which it wrote the call', () => {
    const rows = [
      prompt(0, 0),
      row(1, { kind: 'command', time: 2000, ms: 3000, status: 'failed' }),
      row(2, { time: 6000 }),
    ];
    expect(spansOf(rows).spans).toEqual([
      [0, 0, 0, 0, 'prompt', 0],
      [1, 0, 0, 2000, 'reasoning', 0],
      [1, 1, 2000, 5000, 'command', 1],
      [2, 1, 5000, 6000, 'answer', 0],
    ]);
  });

  it('is no wait while context is written before a prompt, nor while something still runs', () => {
    const context = row(2, { kind: 'context', role: 'user', time: 9000 });
    const slow = row(1, { kind: 'agent', time: 1000, ms: 60_000 });
    expect(spansOf([prompt(0, 0), row(1, { time: 1000 }), context, prompt(3, 9000)]).waits).toEqual([[1000, 9000]]);
    expect(spansOf([prompt(0, 0), slow, prompt(3, 9000)]).waits).toEqual([]);
  });

  it('draws what runs side by side in lanes, and texts beside a call that goes on', () => {
    const rows = [prompt(0, 0), row(1, { kind: 'agent', time: 1000, ms: 60_000 }), row(2, { time: 5000 })];
    expect(spansOf(rows).spans.slice(2)).toEqual([
      [1, 1, 1000, 61_000, 'agent', 0],
      [2, 2, 1000, 5000, 'answer', 0],
    ]);
  });

  it('takes no night for work, and survives a clock that jumps and rows without a time', () => {
    const day = 24 * 60 * 60 * 1000;
    const night = [row(0, { time: 0 }), row(1, { time: day }), row(2, { time: day, ms: day })];
    expect(spansOf(night).spans.map(([, , from, to]) => [from, to])).toEqual([
      [0, 0],
      [day, day],
      [day, 2 * day],
    ]);
    const jumps = [
      row(0, { time: 5000 }),
      row(1, { time: 1000 }),
      row(2, {}),
      row(3, { time: Number.MAX_SAFE_INTEGER }),
    ];
    for (const [, , from, to] of spansOf(jumps).spans) expect(to).toBeGreaterThanOrEqual(from);
    expect(spansOf([])).toEqual({ schema: 1, spans: [], waits: [], end: 0 });
  });
});

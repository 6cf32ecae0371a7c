import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiOutline, Row } from '../../src/doors/server/api-types.ts';
import { RowFold } from './row-fold.ts';

function row(place: number, last: number, status?: string): Row {
  const base: Row = {
    row: place,
    id: `m${place}`,
    kind: 'command',
    turn: 1,
    role: 'assistant',
    lines: [place, last],
    blocks: [],
  };
  return status === undefined ? base : { ...base, status };
}

function state(fold: RowFold) {
  return {
    rows: [...fold.rows].sort(([a], [b]) => a - b),
    kinds: fold.kinds,
    errors: [...fold.errors].sort((a, b) => a - b),
    last: fold.last,
  };
}

describe('the page is a fold of rows', () => {
  it('gives the same state for rows in any order and any number of times', () => {
    // Each place has versions by line: the last one is what a reload would draw.
    const versions = fc.array(fc.tuple(fc.nat(30), fc.nat(5)), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(versions, fc.infiniteStream(fc.nat()), (pairs, order) => {
        const rows = pairs.map(([place, version]) => row(place, place + version, version === 3 ? 'failed' : 'ok'));
        const inOrder = new RowFold();
        for (const one of rows.toSorted((a, b) => a.lines[1] - b.lines[1])) inOrder.applyRows([one], one.lines[1]);
        const shuffled = new RowFold();
        const keys = rows.map((one) => ({ one, key: order.next().value ?? 0 })).sort((a, b) => a.key - b.key);
        for (const { one } of [...keys, ...keys]) shuffled.applyRows([one], one.lines[1]);
        expect(state(shuffled)).toEqual(state(inOrder));
      }),
    );
  });

  it('takes a row of the same line in place of the one before: what it shows may have changed without a line', () => {
    const fold = new RowFold();
    fold.applyRows([row(1, 9, 'running')], 9);
    fold.applyRows([row(1, 9, 'failed')], 9);
    expect([fold.rows.get(1)?.status, fold.errors.has(1)]).toEqual(['failed', true]);
    fold.applyRows([row(1, 8, 'ok')], 9);
    expect(fold.rows.get(1)?.status).toBe('failed');
  });

  it('keeps what a row says over what the outline guessed', () => {
    const fold = new RowFold();
    fold.applyRows([row(1, 9)], 9);
    const outline: ApiOutline = {
      schema: 1,
      rows: 3,
      kinds: 'ppa',
      lines: [1, 1, 1],
      turns: [],
      errors: [2],
      last: 4,
      reading: 1,
    };
    fold.applyOutline(outline);
    expect(fold.kinds).toEqual(['prompt', 'command', 'answer']);
    expect(fold.last).toBe(9);
    expect(fold.total).toBe(3);
  });

  it('drops the pages that were looked at longest ago, and knows their rows still', () => {
    const fold = new RowFold();
    for (let page = 0; page < 70; page += 1) fold.applyRows([row(page * 200, page)], page);
    expect(fold.rows.size).toBe(60);
    expect(fold.rows.has(0)).toBe(false);
    expect(fold.kinds[0]).toBe('command');
    expect(fold.holdsPage(0)).toBe(false);
  });

  it('shows a letter that it does not know as an unknown kind', () => {
    const fold = new RowFold();
    fold.applyOutline({ schema: 1, rows: 1, kinds: '?', lines: [1], turns: [], errors: [], last: 1, reading: 1 });
    expect(fold.kinds).toEqual(['unknown']);
  });
});

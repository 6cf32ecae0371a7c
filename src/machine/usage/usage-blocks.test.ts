import { describe, expect, it } from 'vitest';
import { usageReport } from './usage-report.ts';
import type { UsageRow } from './usage-row.ts';

function request(time: string | number, changes: Partial<UsageRow> = {}): UsageRow {
  const at = typeof time === 'number' ? time : Date.parse(time);
  return {
    ...{ agent: 'claude', threadId: 't', key: String(time), at, model: 'gpt-5.5', source: 'f', line: 1 },
    ...{ input: 1000, cached: 0, cacheWrite: 0, output: 500, reasoning: 0 },
    ...changes,
  };
}

const blocks = (rows: UsageRow[], now = '2030-01-01T00:00:00Z', zone = 'UTC') =>
  usageReport(rows, { by: 'block', zone, now: Date.parse(now) }).rows;
const keys = (rows: UsageRow[], zone = 'UTC') =>
  blocks(rows, undefined, zone).map(({ key, requests }) => [key, requests]);

describe('a window of five hours', () => {
  it('begins at the full hour of its first request, and the next one with the first request after it', () => {
    const rows = ['2026-11-15T07:59:00Z', '2026-11-15T11:59:59Z', '2026-11-15T12:00:00Z', '2026-11-16T03:10:00Z'];
    expect(keys(rows.reverse().map((time) => request(time)))).toEqual([
      ['2026-11-15T07:00+00:00 claude', 2],
      ['2026-11-15T12:00+00:00 claude', 1],
      ['2026-11-16T03:00+00:00 claude', 1],
    ]);
  });

  it('is of one agent: each counts its own limits', () => {
    const rows = [request('2026-11-15T07:10:00Z'), request('2026-11-15T09:10:00Z', { agent: 'codex' })];
    expect(keys(rows)).toEqual([
      ['2026-11-15T07:00+00:00 claude', 1],
      ['2026-11-15T09:00+00:00 codex', 1],
    ]);
    const same = usageReport(rows, { by: ['agent', 'block'], zone: 'UTC' }).rows.map((row) => row.keys?.agent);
    expect(same).toEqual(['claude', 'codex']);
  });

  it('is told apart where clocks are set back and an hour comes twice, and named in zones of half an hour', () => {
    const night = [
      request('2026-10-24T19:30:00Z'),
      request('2026-10-25T00:30:00Z', { agent: 'codex' }),
      request('2026-10-25T01:30:00Z'),
    ];
    expect(keys(night, 'Europe/Berlin')).toEqual([
      ['2026-10-24T21:00+02:00 claude', 1],
      ['2026-10-25T02:00+02:00 codex', 1],
      ['2026-10-25T02:00+01:00 claude', 1],
    ]);
    expect(keys([request('2026-11-15T07:10:00Z')], 'Asia/Kolkata')).toEqual([['2026-11-15T12:30+05:30 claude', 1]]);
    expect(keys([request('2026-11-15T07:10:00Z')], 'America/St_Johns')[0]?.[0]).toBe('2026-11-15T03:30-03:30 claude');
  });

  it('has its rate and its reset, and while it is open what it will have cost', () => {
    const rows = [request('2026-11-15T07:30:00Z'), request('2026-11-15T08:30:00Z')];
    const [open] = blocks(rows, '2026-11-15T09:30:00Z');
    const cost = open?.costUsd ?? 0;
    expect(open?.block).toMatchObject({
      agent: 'claude',
      start: Date.parse('2026-11-15T07:00:00Z'),
      reset: Date.parse('2026-11-15T12:00:00Z'),
      active: true,
      tokensPerMinute: 25,
    });
    expect(open?.block?.usdPerHour).toBeCloseTo(cost / 2);
    expect(open?.block?.projectedUsd).toBeCloseTo(cost + (cost / 2) * 2.5);
    const [over] = blocks(rows, '2026-11-15T12:00:00Z');
    expect(over?.block).toMatchObject({ active: false, tokensPerMinute: 50, projectedUsd: null });
  });

  it('has no rate of a moment, and no price of what has none', () => {
    const [moment] = blocks([request('2026-11-15T07:30:00Z')]);
    expect(moment?.block).toMatchObject({ tokensPerMinute: null, usdPerHour: null });
    const [nameless] = blocks([request('2026-11-15T07:30:00Z', { model: 'mystery' })], '2026-11-15T08:00:00Z');
    expect(nameless?.block).toMatchObject({ active: true, tokensPerMinute: 50, usdPerHour: null, projectedUsd: null });
  });

  it('begins where it began, also if that was before the days of the report', () => {
    const rows = [request('2026-11-14T22:10:00Z'), request('2026-11-15T02:10:00Z'), request('2026-11-15T03:10:00Z')];
    const { rows: found } = usageReport(rows, { by: 'block', zone: 'UTC', since: '2026-11-15' });
    expect(found.map(({ key, requests }) => [key, requests])).toEqual([
      ['2026-11-14T22:00+00:00 claude', 1],
      ['2026-11-15T03:00+00:00 claude', 1],
    ]);
  });

  it('holds no request without a time, and any time that a file can name', () => {
    const rows = [request(0), request(Number.NaN), request(8.64e15), request(Date.UTC(9998, 0, 1))];
    expect(keys(rows)).toEqual([
      ['unknown', 3],
      ['9998-01-01T00:00+00:00 claude', 1],
    ]);
  });

  it('is found among 100 000 requests in any order', () => {
    const start = Date.UTC(2026, 0, 1);
    const rows = Array.from({ length: 100_000 }, (_, index) => request(start + ((index * 7919) % 100_000) * 60_000));
    const found = blocks(rows);
    expect(found.length).toBe(Math.ceil(100_000 / 300));
    expect(found.reduce((sum, { requests }) => sum + requests, 0)).toBe(100_000);
  });
});

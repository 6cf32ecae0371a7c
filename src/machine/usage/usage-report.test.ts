import { describe, expect, it } from 'vitest';
import { usageReport } from './usage-report.ts';
import type { UsageRow } from './usage-row.ts';

function row(changes: Partial<UsageRow>): UsageRow {
  return {
    agent: 'codex',
    threadId: 't1',
    key: 'k',
    at: Date.parse('2026-11-15T10:00:00Z'),
    model: 'gpt-5.5',
    project: '/project/a',
    input: 1000,
    cached: 400,
    cacheWrite: 0,
    output: 100,
    reasoning: 10,
    source: 'f',
    line: 1,
    ...changes,
  };
}

const rows = [
  row({}),
  row({ threadId: 't2', at: Date.parse('2026-11-14T23:30:00Z'), project: '/project/ab' }),
  row({ threadId: 't3', agent: 'claude', model: 'claude-opus-5-5', project: '/project/a/b', cacheWrite: 50 }),
  row({ threadId: 't3', agent: 'claude', model: 'mystery', at: 0, project: undefined }),
];

describe('a usage report', () => {
  it('adds up by days of the zone, in their order', () => {
    expect(usageReport(rows, { zone: 'UTC' }).rows.map(({ key, requests }) => [key, requests])).toEqual([
      ['2026-11-14', 1],
      ['2026-11-15', 2],
      ['unknown', 1],
    ]);
    const berlin = usageReport(rows, { zone: 'Europe/Berlin' });
    expect(berlin.rows.map(({ key, requests }) => [key, requests])).toEqual([
      ['2026-11-15', 3],
      ['unknown', 1],
    ]);
    expect(berlin.zone).toBe('Europe/Berlin');
  });

  it.each([
    ['week', ['2026-W46', 'unknown']],
    ['month', ['2026-11', 'unknown']],
    ['session', ['t1', 't2', 't3']],
    ['project', ['', '/project/a', '/project/a/b', '/project/ab']],
    ['model', ['claude-opus-5-5', 'gpt-5.5', 'mystery']],
    ['agent', ['claude', 'codex']],
  ] as const)('adds up by %s', (by, keys) => {
    const report = usageReport(rows, { by, zone: 'UTC' });
    expect(report.rows.map(({ key }) => key).sort()).toEqual(keys);
    expect(report.rows.reduce((sum, { total }) => sum + total, 0)).toBe(report.total.total);
  });

  it('counts requests, sessions and tokens, and lists what has no price', () => {
    const { total } = usageReport(rows, { zone: 'UTC' });
    expect(total).toMatchObject({ sessions: 3, requests: 4, input: 4000, cached: 1600, output: 400, total: 4400 });
    expect(total.unpriced).toEqual({ mystery: 1100 });
    expect(total.costUsd).toBeGreaterThan(0);
  });

  it('has no cost where nothing could be priced', () => {
    expect(usageReport([row({ model: undefined })]).total).toMatchObject({
      costUsd: null,
      unpriced: { '(no model)': 1100 },
    });
    expect(usageReport([]).total.costUsd).toBeNull();
  });

  it('takes a folder with what lies below it, and days from the first to the last', () => {
    expect(usageReport(rows, { project: '/project/a' }).total.requests).toBe(2);
    expect(usageReport(rows, { agent: 'claude' }).total.requests).toBe(2);
    expect(usageReport(rows, { zone: 'UTC', since: '2026-11-15', until: '2026-11-15' }).total.requests).toBe(2);
    expect(usageReport(rows, { zone: 'UTC', until: '2026-11-14' }).total.requests).toBe(1);
  });

  it('has a request without a time in no window of days, and in the whole', () => {
    const undated = [row({ at: 0 }), row({ at: Number.NaN }), row({ at: -62_135_596_800_000 }), row({ at: 8.64e15 })];
    expect(usageReport(undated, { zone: 'UTC' }).total.requests).toBe(4);
    for (const filter of [
      { since: '0000-01-01' },
      { until: '9999-12-31' },
      { since: '0000-01-01', until: '9999-12-31' },
    ]) {
      expect(usageReport(undated, { zone: 'UTC', ...filter }).total.requests).toBe(0);
    }
  });

  it('keeps models apart whose names are those of properties', () => {
    const { rows: models } = usageReport([row({ model: '__proto__' }), row({ model: 'constructor' })], { by: 'model' });
    expect(models.map(({ key, unpriced }) => [key, Object.entries(unpriced)])).toEqual([
      ['__proto__', [['__proto__', 1100]]],
      ['constructor', [['constructor', 1100]]],
    ]);
  });

  it('has a row for each combination of up to three groupings, whose keys may hold any character', () => {
    const odd = ['a\u0000b', '","', ' · ', ''];
    const several = odd.flatMap((project) => ['m', '","', '__proto__'].map((model) => row({ project, model })));
    const { rows: lines, total, groupings, by } = usageReport(several, { by: ['project', 'model'] });
    expect([by, groupings]).toEqual(['project', ['project', 'model']]);
    expect(lines).toHaveLength(12);
    expect(new Set(lines.map(({ keys }) => JSON.stringify([keys?.project, keys?.model]))).size).toBe(12);
    expect(lines.reduce((sum, line) => sum + line.total, 0)).toBe(total.total);
    const [first] = usageReport(rows, { by: ['agent', 'day', 'model'], zone: 'UTC' }).rows;
    expect(first).toMatchObject({
      key: 'codex · 2026-11-14 · gpt-5.5',
      keys: { agent: 'codex', day: '2026-11-14', model: 'gpt-5.5' },
    });
    expect(usageReport(rows, { by: ['model'] }).rows[0]?.keys).toBeUndefined();
  });

  it('has rows of equal cost and size in the order of their keys', () => {
    const equal = ['c', 'a', 'b'].map((project) => row({ project }));
    expect(usageReport(equal, { by: 'project' }).rows.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    const both = usageReport(equal, { by: ['project', 'agent'] }).rows.map(({ keys }) => keys?.project);
    expect(both).toEqual(['a', 'b', 'c']);
  });

  it('tells the total of all time beside that of some days, of the same agent and folder', () => {
    const report = usageReport(rows, { zone: 'UTC', since: '2026-11-15', agent: 'codex' });
    expect([report.total.requests, report.allTime.requests]).toEqual([1, 2]);
    expect(usageReport(rows).allTime).toEqual(usageReport(rows).total);
    expect(usageReport([]).allTime).toMatchObject({ requests: 0, costUsd: null });
  });

  it('adds up by the tool that somebody names for each request', () => {
    const report = usageReport(rows, { by: 'tool', toolOf: ({ threadId }) => (threadId === 't3' ? 'Bash' : 'Read') });
    expect(report.rows.map(({ key, requests }) => [key, requests]).sort()).toEqual([
      ['Bash', 2],
      ['Read', 2],
    ]);
    expect(() => usageReport([], { by: 'tool' })).toThrow(TypeError);
  });

  it('refuses what it does not know', () => {
    // @ts-expect-error: not one of the groupings.
    expect(() => usageReport([], { by: 'hour' })).toThrow(TypeError);
    expect(() => usageReport([], { by: [] })).toThrow(TypeError);
    expect(() => usageReport([], { by: ['day', 'day'] })).toThrow(TypeError);
    expect(() => usageReport([], { by: ['day', 'model', 'agent', 'project'] })).toThrow(TypeError);
    expect(() => usageReport([], { since: 'yesterday' })).toThrow(TypeError);
    expect(() => usageReport([], { zone: 'Nowhere' })).toThrow(TypeError);
  });
});

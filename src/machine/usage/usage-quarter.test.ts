import * as check from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_MS } from './calendar.ts';
import { defaultPrices } from './price-table.ts';
import { requestGroupings } from './usage-key.ts';
import { createUsageQuarters, priceBands } from './usage-quarter.ts';
import { createSummedReport, type UsageReportOptions, usageReport } from './usage-report.ts';
import type { UsageRow } from './usage-row.ts';

/** Zones whose days begin at odd quarters, or whose clocks change by half an hour. */
const ZONES = [
  'UTC',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Chatham',
  'Africa/Monrovia',
];

/** Times around changes of clocks, on the borders of quarters and days, and such as no calendar has. */
const times = check.oneof(
  check.integer({ min: Date.UTC(2026, 3, 4, 12), max: Date.UTC(2026, 3, 5, 18) }),
  check.integer({ min: Date.UTC(2026, 9, 3, 12), max: Date.UTC(2026, 9, 4, 18) }),
  check
    .tuple(check.integer({ min: 0, max: 200 }), check.integer({ min: -1, max: 1 }))
    .map(([quarter, by]) => Date.UTC(2026, 2, 7) + quarter * 900_000 + by),
  check.constantFrom(0, -5, 1, 899_999, 900_000, Date.UTC(1972, 0, 7), MOST_MS, MOST_MS + 1, 8.64e15),
);

const rows: check.Arbitrary<UsageRow> = check
  .record({
    agent: check.constantFrom('codex', 'claude', 'toString'),
    threadId: check.constantFrom('a', 'b', '__proto__', 'A'),
    at: times,
    model: check.constantFrom(
      undefined,
      'gpt-5.5-codex',
      'gpt-5.4',
      'claude-sonnet-4-5',
      'gemini-2.5-pro',
      'local/none',
    ),
    tier: check.constantFrom(undefined, undefined, 'priority', 'odd'),
    project: check.constantFrom(undefined, '', '/p', '/p/below', '/q'),
    input: check.constantFrom(0, 1, 127_999, 128_001, 200_000, 200_001, 271_999, 272_000, 272_001, 1_000_000),
    cached: check.integer({ min: 0, max: 300_000 }),
    cacheWrite: check.integer({ min: 0, max: 1000 }),
    cacheWriteHour: check.constantFrom(undefined, 0, 17),
    output: check.integer({ min: 0, max: 100_000 }),
    reasoning: check.integer({ min: 0, max: 1000 }),
  })
  .map((fields) => ({ ...fields, threadId: `${fields.agent} ${fields.threadId}`, key: 'k', source: 'file', line: 1 }));

function summed(all: readonly UsageRow[], options: UsageReportOptions) {
  const sums = createUsageQuarters(priceBands(defaultPrices));
  for (const row of all) sums.add(row);
  const report = createSummedReport(options);
  for (const quarter of sums.quarters()) report.addQuarter(quarter);
  return report.report();
}

describe('sums by quarter hours', () => {
  it('give the report that the requests give, in every zone, by everything, in any order', () => {
    check.assert(
      check.property(
        check.array(rows, { maxLength: 60 }),
        check.constantFrom(...ZONES),
        check.constantFrom(...requestGroupings),
        check.constantFrom(undefined, '2026-04-05', '2026-03-07', '1970-01-01'),
        check.constantFrom(undefined, '2026-04-05', '2026-10-04'),
        check.constantFrom(undefined, '/p'),
        (all, zone, by, since, until, project) => {
          const options = { zone, by, since, until, project };
          expect(summed([...all].reverse(), options)).toEqual(usageReport(all, options));
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('are few: a thread that asks a hundred times in an hour has four', () => {
    const one: UsageRow = {
      agent: 'codex',
      threadId: 'a',
      key: 'k',
      at: 0,
      input: 1,
      cached: 0,
      cacheWrite: 0,
      output: 1,
      reasoning: 0,
      source: 'f',
      line: 1,
    };
    const sums = createUsageQuarters([]);
    for (let at = 0; at < 100; at += 1) sums.add({ ...one, at: Date.UTC(2026, 3, 4) + at * 36_000 });
    expect(sums.quarters()).toHaveLength(4);
  });
});

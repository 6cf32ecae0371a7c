import type { ThreadStore } from 'threadline/archive';
import type { UsageRow } from 'threadline/usage';
import { afterAll, describe, expect, it } from 'vitest';
import { storedRows } from '../../../src/archive/model/stored-usage.ts';
import { openPostgresStore } from '../../../src/fleet/postgres/open-store.ts';
import { createPostgresSink } from '../../../src/fleet/postgres/postgres-sink.ts';
import { renewUsageSums, SUMMED_BANDS } from '../../../src/fleet/postgres/usage-sums.ts';
import { defaultPrices } from '../../../src/machine/usage/price-table.ts';
import { priceBands } from '../../../src/machine/usage/usage-quarter.ts';
import { createSummedReport, usageReport } from '../../../src/machine/usage/usage-report.ts';
import { createRandom } from '../../property/random.ts';
import { startArchive, type TestArchive } from '../archive.ts';
import { filledSession } from '../filled-session.ts';

const started = await startArchive();
const skip = 'skip' in started;
// Where it is missing, nothing below is run.
const archive = started as TestArchive;
afterAll(() => (skip ? undefined : archive.close()));

const ZONES = ['UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns'];

async function expectEqual(store: ThreadStore, hint: string): Promise<number> {
  const rows: UsageRow[] = [];
  for await (const row of storedRows(store)) rows.push(row);
  const sums = (await store.usageSums?.()) ?? [];
  for (const zone of ZONES) {
    for (const by of ['day', 'session', 'project', 'model', 'machine'] as const) {
      const report = createSummedReport({ by, zone });
      for (const sum of sums) report.addQuarter(sum);
      expect(report.report(), `${hint} ${zone} ${by}`).toEqual(usageReport(rows, { by, zone }));
    }
  }
  return rows.length;
}

it('tells apart the sizes at which prices change: a new one needs a new step of the tables', () => {
  expect(SUMMED_BANDS).toEqual(expect.arrayContaining(priceBands(defaultPrices)));
});

describe.skipIf(skip)('kept sums of usage on a server', () => {
  it('give what the requests give, before and after a worker made them, whatever sessions repeat, lose and forget', async () => {
    const random = createRandom(5);
    const { id, name } = await archive.createTenant();
    const sink = createPostgresSink(archive.database, { tenant: id });
    const store = await openPostgresStore({ url: archive.url, tenant: name });
    const request = (row: UsageRow, key: number, isCopy: boolean): UsageRow => ({
      ...row,
      key: `k${key}`,
      at:
        [0, 1, Date.UTC(2026, 3, 4, 14, 59, 59, 999), Date.UTC(2026, 3, 4, 15), 8.64e15][key % 7] ??
        Date.UTC(2026, 9, 3) + key * 1e7,
      model: [undefined, 'gpt-5.5-codex', 'claude-sonnet-4-5', 'local/none'][key % 4],
      tier: key % 5 === 0 ? 'priority' : undefined,
      project: [undefined, '/p', '/q'][key % 3],
      input: [1, 128_000, 128_001, 200_001, 272_000, 272_001][key % 6] ?? 1,
      ...(isCopy && { copied: true as const }),
    });
    try {
      for (let step = 0; step < 40; step += 1) {
        const fold = filledSession(`thread ${random.below(6)}`);
        const [one] = fold.usage ?? [];
        if (!one) throw new Error('no request');
        const count = random.below(12);
        const usage = Array.from({ length: count }, () => request(one, random.below(30), random.below(2) === 0));
        await sink.putSession({ ...fold, usage: [...new Map(usage.map((row) => [row.key, row])).values()] });
        if (step % 3 === 0) await renewUsageSums(archive.database);
        if (step % 4 === 0) await expectEqual(store, `step ${step}`);
      }
      expect(await expectEqual(store, 'all')).toBeGreaterThan(5);
      while ((await renewUsageSums(archive.database)) > 0);
      await expectEqual(store, 'renewed');
      // Nobody else's.
      const other = await openPostgresStore({ url: archive.url, tenant: (await archive.createTenant()).name });
      expect(await other.usageSums?.()).toEqual([]);
      await other.close();
      await archive.database.transaction({ role: 'owner' }, (queries) =>
        queries.run('delete from session where tenant = $1', [id]),
      );
      const left = await archive.database.transaction({ role: 'owner' }, (queries) =>
        queries.get('select count(*) as count from usage_sum where tenant = $1', [id]),
      );
      expect(Number(left?.count)).toBe(0);
      expect(await store.usageSums?.()).toEqual([]);
    } finally {
      await store.close();
    }
  });
});

import { cpSync, globSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Archive } from 'threadline/archive';
import { describe, expect, it } from 'vitest';
import { storedRows } from '../../src/archive/model/stored-usage.ts';
import { findHomes } from '../../src/machine/sessions/homes.ts';
import { findUsageFiles } from '../../src/machine/usage/find-usage-files.ts';
import { readFactsOf, readHomeRows } from '../../src/machine/usage/home-usage.ts';
import type { UsageQuarter } from '../../src/machine/usage/usage-quarter.ts';
import { createSummedReport, usageReport } from '../../src/machine/usage/usage-report.ts';
import type { UsageRow } from '../../src/machine/usage/usage-row.ts';
import { writeRandomHomes } from '../doors/random-home.ts';
import { oldVersions, placeOldArchive } from '../old-data/fixture.ts';
import { createRandom, type Random } from '../property/random.ts';
import { tempArchive, tempFolder } from './temp-archive.ts';

const ZONES = ['UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns'];

/** What a report tells by everything that the sums must tell apart. */
function reportsOf(add: (report: ReturnType<typeof createSummedReport>) => void): unknown[] {
  return ZONES.flatMap((zone, index) => {
    const by = (['day', 'session', 'project', 'model'] as const)[index] ?? 'day';
    return (['day', by] as const).map((grouping) => {
      const report = createSummedReport({ by: grouping, zone });
      add(report);
      return report.report();
    });
  });
}

const ofRows = (rows: readonly UsageRow[]) => reportsOf((report) => rows.forEach(report.add));
const ofSums = (sums: readonly UsageQuarter[] | undefined) => reportsOf((report) => sums?.forEach(report.addQuarter));

async function rowsOf(archive: Archive): Promise<UsageRow[]> {
  const rows: UsageRow[] = [];
  for await (const row of storedRows(archive)) rows.push(row);
  return rows;
}

/** Something that happens to files: one is cut, grows by the lines of another, goes, comes back elsewhere. */
function change(random: Random, place: string): void {
  const files = globSync('**/*.{jsonl,json}', { cwd: place }).sort();
  const path = join(place, random.pick(files));
  const other = join(place, random.pick(files));
  const how = random.below(4);
  if (how === 0) truncateSync(path, Math.floor(statSync(path).size / 2));
  else if (how === 1) writeFileSync(path, Buffer.concat([readFileSync(path), readFileSync(other)]));
  else if (how === 2) rmSync(path);
  else cpSync(path, path.replace(/(\.jsonl?)$/, '-copy$1'));
  if (how < 2) utimesSync(path, 1_800_000_000 + random.below(1000), 1_800_000_000 + random.below(1000));
}

describe('kept sums of usage', () => {
  it('give what the requests give, whatever happened to files since the last run', async () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const random = createRandom(seed);
      const place = tempFolder('homes');
      const homes = writeRandomHomes(place, seed);
      const archive = await tempArchive({ homes });
      expect(await archive.usageSums?.()).toBeUndefined();
      for (let step = 0; step < 8; step += 1) {
        await archive.refresh();
        expect(ofSums(await archive.usageSums?.()), `seed ${seed} step ${step}`).toEqual(ofRows(await rowsOf(archive)));
        change(random, place);
        if (random.below(2) === 0) change(random, place);
      }
    }
  }, 120_000);

  it('count what the archive leaves out, and nothing of homes that nobody asks for', async () => {
    for (let seed = 30; seed <= 45; seed += 1) {
      const homes = writeRandomHomes(tempFolder('homes'), seed);
      const archive = await tempArchive({ homes });
      await archive.usageSums?.();
      if (seed % 2 === 0) await archive.excludeProject('/p');
      await archive.refresh();
      const { rows } = await archive.listSessions({ subagents: true }, { limit: 1000 });
      const some = rows[seed % rows.length];
      if (some) await archive.forget({ session: some.key });
      await archive.refresh();
      const served = { homes: seed % 3 === 0 ? homes.slice(0, 2) : homes };
      const sums = await archive.usageSums?.({
        homes: findHomes(served).map(({ agent, home }) => ({ agent: agent.name, path: home.path })),
        factsOf: (paths) => readFactsOf(paths, served, new Map()),
      });
      const expected: UsageRow[] = [];
      const kept = async (found: ReadonlySet<string>) => (await archive.keptUsage?.(found)) ?? [];
      await readHomeRows(served, (row) => expected.push(row), { kept });
      expect(ofSums(sums), `seed ${seed}`).toEqual(ofRows(expected));
    }
  }, 60_000);

  it('count files as they are now that were written to since', async () => {
    for (let seed = 50; seed <= 60; seed += 1) {
      const random = createRandom(seed);
      const place = tempFolder('homes');
      const homes = writeRandomHomes(place, seed);
      const archive = await tempArchive({ homes });
      await archive.usageSums?.();
      await archive.refresh();
      const before = new Map(findUsageFiles({ homes }).map((file) => [file.path, `${file.size} ${file.modified}`]));
      change(random, place);
      change(random, place);
      const now = new Map(findUsageFiles({ homes }).map((file) => [file.path, `${file.size} ${file.modified}`]));
      const changed = new Set([...now.keys()].filter((path) => now.get(path) !== before.get(path)));
      const sums = await archive.usageSums?.({ changed, factsOf: (paths) => readFactsOf(paths, { homes }, new Map()) });
      const expected: UsageRow[] = [];
      const kept = async (found: ReadonlySet<string>) => (await archive.keptUsage?.(found)) ?? [];
      await readHomeRows({ homes }, (row) => expected.push(row), { kept });
      expect(ofSums(sums), `seed ${seed}`).toEqual(ofRows(expected));
    }
  }, 60_000);

  it('follow what an earlier version writes, which knows nothing of them', async () => {
    const homes = writeRandomHomes(tempFolder('homes'), 3);
    const archive = await tempArchive({ homes });
    await archive.usageSums?.();
    await archive.refresh();
    const database = new DatabaseSync(join(archive.folder, 'archive.db'));
    database.exec('delete from usage where source_id in (select source_id from usage limit 3)');
    database.close();
    expect(ofSums(await archive.usageSums?.())).toEqual(ofRows(await rowsOf(archive)));
  });

  it('are of no use where nothing may be written, and do no harm there', async () => {
    const homes = writeRandomHomes(tempFolder('homes'), 4);
    const archive = await tempArchive({ homes });
    await archive.refresh();
    const reading = await tempArchive({ folder: archive.folder, readOnly: true });
    expect(await reading.usageSums?.()).toBeUndefined();
    await archive.usageSums?.();
    await archive.refresh();
    expect(ofSums(await reading.usageSums?.())).toEqual(ofRows(await rowsOf(archive)));
  });

  it('are made of sums of another version', async () => {
    const homes = writeRandomHomes(tempFolder('homes'), 5);
    const archive = await tempArchive({ homes });
    await archive.usageSums?.();
    await archive.refresh();
    const database = new DatabaseSync(join(archive.folder, 'archive.db'));
    database.exec(
      `update setting set value = '[0,[7]]' where name = 'usage_sums'; update usage_sum set quarters = 'x'`,
    );
    database.close();
    expect(await archive.usageSums?.()).toBeUndefined();
    await archive.refresh();
    expect(ofSums(await archive.usageSums?.())).toEqual(ofRows(await rowsOf(archive)));
  });

  it.each(oldVersions())('fill up in an archive that threadline %s made', async (version) => {
    const folder = tempFolder();
    placeOldArchive(version, folder);
    const archive = await tempArchive({ folder });
    expect(await archive.usageSums?.()).toBeUndefined();
    await archive.refresh();
    const rows = await rowsOf(archive);
    expect(rows.length).toBeGreaterThan(0);
    expect(ofSums(await archive.usageSums?.())).toEqual(ofRows(rows));
    expect(usageReport(rows, { by: 'agent' }).rows.length).toBeGreaterThan(1);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/fleet/postgres/migrate.ts';
import { startPostgres } from '../postgres/server.ts';
import { runSeeds } from './forked-seeds.ts';

/** `npm run doors` compares 200 homes, with the viewer and PostgreSQL. */
const HOMES = Number(process.env.THREADLINE_DOORS ?? 20);
const isWhole = process.env.THREADLINE_DOORS !== undefined;
/** Behind UTC; ahead, with a summer time of half an hour; a quarter of an hour off; a day ahead. */
const ZONES = ['America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Kiritimati'].slice(
  0,
  isWhole ? 4 : 2,
);

const server = isWhole ? await startPostgres() : { skip: 'only by npm run doors' };
const folder = mkdtempSync(join(tmpdir(), 'threadline-doors-said-'));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  if (!('skip' in server)) await server.close();
});

/** The seeds of one zone, beginning with `first`, in a process whose clock is of that zone. */
async function compareIn(zone: string, first: number): Promise<string[]> {
  // A database of its own: who folds takes whatever is to be done there.
  const url = 'skip' in server ? undefined : await server.createDatabase();
  if (url !== undefined) await migrate({ url });
  const more = isWhole ? ['viewer', ...(url === undefined ? [] : [url])] : [];
  const args = [`${first}`, `${HOMES}`, `${ZONES.length}`, ...more];
  return runSeeds('doors-process.ts', args, join(folder, `${first}`), { TZ: zone });
}

describe(`the doors of ${HOMES} random homes`, () => {
  it('tell the same facts and the same usage, whatever the zone of the clock', async () => {
    const found: string[] = [];
    // Two at a time: four would only wait for each other.
    for (const half of [ZONES.slice(0, 2), ZONES.slice(2)]) {
      const compared = half.map((zone) => compareIn(zone, ZONES.indexOf(zone) + 1));
      found.push(...(await Promise.all(compared)).flat());
    }
    expect(found).toEqual([]);
  }, 1_200_000);
});

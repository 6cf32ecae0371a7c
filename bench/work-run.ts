import { existsSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { connect, type Queries } from '../src/fleet/postgres/connect.ts';
import { migrate } from '../src/fleet/postgres/migrate.ts';
import { readUsageBy } from '../src/fleet/postgres/read-usage-by.ts';
import type { PostgresServer } from '../test/postgres/server.ts';
import { print, printJudged } from './print.ts';
import { rounds } from './rounds.ts';
import { makeWork, TEAMS } from './work-rows.ts';

const PEOPLE = 500;
const WORKING_DAYS = 250;
const ROUNDS = rounds(5);
/** In which the system counts. */
const TICK_MS = 10;
/** Somebody in all teams: who sees the most, and for whom all walls are up. */
const reader = { person: 1, teams: TEAMS, admin: false, text: false };

/** `usage --by person` on a team server, by CPU of the database's process. Tells whether the target was met. */
export async function compareWork(server: PostgresServer, scale: number): Promise<boolean> {
  if (!existsSync('/proc/self/stat') || server.folder === undefined) {
    print('target postgres usage by person: skipped (it needs Linux and a server of its own)');
    return true;
  }
  const people = Math.ceil(PEOPLE * scale);
  const url = await server.createDatabase();
  await migrate({ url });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await makeWork(client, { people, days: WORKING_DAYS }).finally(() => client.end());
  // All of the year, and one that begins and ends in the middle of sessions.
  const all = { by: ['person'] as const };
  const cut = { ...all, since: Date.UTC(2025, 10, 10, 9), until: Date.UTC(2026, 6, 1, 9) };
  const database = await connect({ url, connections: 1 });
  try {
    const found: boolean[] = [];
    for (const [name, query] of [['all', all] as const, ['between two times', cut] as const]) {
      const runs: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const used = (queries: Queries) => cpuOf(queries, () => readUsageBy(queries, 1, query));
        runs.push(await database.transaction({ role: 'team', tenant: 1, reader, readOnly: true }, used));
      }
      const told = `usage by person of ${people} people, ${people * WORKING_DAYS} sessions, ${name}: CPU of the server`;
      found.push(
        printJudged({ target: 'postgres', name: told, value: Math.min(...runs), runs, unit: ' ms', atMost: 300 }),
      );
    }
    return found.every(Boolean);
  } finally {
    await database.close();
  }
}

async function cpuOf(queries: Queries, run: () => Promise<unknown>): Promise<number> {
  const row = await queries.get('select pg_backend_pid() as id');
  const used = () => {
    const fields =
      readFileSync(`/proc/${Number(row?.id)}/stat`, 'latin1')
        .split(') ')[1]
        ?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  };
  const before = used();
  await run();
  return used() - before;
}

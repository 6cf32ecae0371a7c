import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { SearchQuery } from '../src/archive/model/search-query.ts';
import type { ThreadStore } from '../src/archive/model/thread-store.ts';
import { connect } from '../src/fleet/postgres/connect.ts';
import { migrate } from '../src/fleet/postgres/migrate.ts';
import { openPostgresStore } from '../src/fleet/postgres/open-store.ts';
import { type PostgresServer, startPostgres } from '../test/postgres/server.ts';
import { createManyWords } from './data/many-words.ts';
import { createRandom } from './data/random.ts';
import { fillSessions, machineName } from './data/searched-sessions.ts';
import { print, printJudged } from './print.ts';
import { rounds } from './rounds.ts';
import { ratios } from './verdict.ts';

const SESSIONS = 10_000;
const READERS = 20;
/** In each of the rounds, which take turns. */
const [ROUNDS, ALONE, EACH_AT_ONCE] = [rounds(5), 100, 10];
/** In which the system counts. */
const TICK_MS = 10;
const MOST = { latency: 3, cpu: 1.5 };

/** Searches of many readers at once on one server, against those of one alone. Tells whether the targets were met. */
export async function compareSearches(scale: number): Promise<boolean> {
  const server = existsSync('/proc/self/stat') ? await startPostgres({ fsync: true }) : { skip: 'it needs /proc' };
  if ('skip' in server || server.folder === undefined) {
    print(`target searches: skipped (${'skip' in server ? server.skip : 'it needs a server of its own'})`);
    return true;
  }
  try {
    const url = await server.createDatabase();
    await migrate({ url });
    const sessions = Math.ceil(SESSIONS * scale);
    const database = await connect({ url });
    await fillSessions(database, 1, sessions).finally(() => database.close());
    // One store for all, as that of a viewer or a team's server is.
    const store = await openPostgresStore({ url });
    return await compare(server, store, sessions).finally(() => store.close());
  } finally {
    await server.close();
  }
}

async function compare(server: PostgresServer, store: ThreadStore, sessions: number): Promise<boolean> {
  const query = createQueries();
  const round = (readers: number, each: number) => searchAll(server, store, query, readers, each);
  await round(READERS, EACH_AT_ONCE);
  const [alone, atOnce]: [Round[], Round[]] = [[], []];
  for (let count = 0; count < ROUNDS; count += 1) {
    alone.push(await round(1, ALONE));
    atOnce.push(await round(READERS, EACH_AT_ONCE));
  }
  const [one, many] = [middle(alone), middle(atOnce)];
  print(
    `PostgreSQL ${server.major}, ${sessions} sessions, ${cpus().length} cores, ms of a search: one alone median ${one.median.toFixed(1)}, p95 ${one.p95.toFixed(1)}, ` +
      `CPU of the server ${one.cpu.toFixed(1)}; ${READERS} at once median ${many.median.toFixed(1)}, p95 ${many.p95.toFixed(1)}, CPU ${many.cpu.toFixed(1)}`,
  );
  const judged = (name: string, figure: 'p95' | 'cpu', atMost: number) => {
    const runs = ratios(
      atOnce.map((found) => found[figure]),
      alone.map((found) => found[figure]),
    );
    const value = many[figure] / one[figure];
    return printJudged({ target: 'searches', name, unit: 'x', value, runs, atMost });
  };
  return [
    judged(`p95 of a search, ${READERS} at once, against one alone`, 'p95', MOST.latency),
    judged(`CPU of the server for a search, ${READERS} at once, against one alone`, 'cpu', MOST.cpu),
  ].every(Boolean);
}

/** What people look for: words, two of them, the beginning of one, a part of one, and words of a machine, in turn. */
function createQueries(): () => SearchQuery {
  const random = createRandom(9);
  const text = createManyWords(createRandom(3)).prose(400_000);
  const words = text.split(/\s+/).filter((word) => /^[a-z]{4,}$/.test(word));
  const word = () => random.pick(words);
  const kinds: (() => SearchQuery)[] = [
    () => ({ text: word(), mode: 'words' }),
    () => ({ text: `${word()} ${word()}`, mode: 'words' }),
    () => ({ text: `${word()}*`, mode: 'words' }),
    () => ({ text: word().slice(1), mode: 'exact' }),
    () => ({ text: word(), mode: 'words', machine: machineName(random.between(0, 49)) }),
  ];
  let next = 0;
  return () => kinds[next++ % kinds.length]?.() ?? { text: word(), mode: 'words' };
}

/** Milliseconds of a search: how long it took, and how long the server was at it. */
interface Round {
  median: number;
  p95: number;
  cpu: number;
}

async function searchAll(
  server: PostgresServer,
  store: ThreadStore,
  query: () => SearchQuery,
  readers: number,
  each: number,
): Promise<Round> {
  const times: number[] = [];
  const before = serverCpuMs(server);
  const read = async () => {
    for (let count = 0; count < each; count += 1) {
      const start = performance.now();
      await store.search(query(), { limit: 20 });
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: readers }, read));
  const cpu = (serverCpuMs(server) - before) / times.length;
  return { median: quantile(times, 0.5), p95: quantile(times, 0.95), cpu };
}

/** Of all processes of the server, also of those that have ended. */
function serverCpuMs({ folder = '' }: PostgresServer): number {
  const [first = ''] = readFileSync(join(folder, 'data/postmaster.pid'), 'latin1').split('\n');
  let ticks = 0;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(id).split(') ').at(-1)?.split(' ') ?? [];
    const own = Number(fields[11]) + Number(fields[12]);
    if (id === first) ticks += own + Number(fields[13]) + Number(fields[14]);
    else if (fields[1] === first) ticks += own;
  }
  return ticks * TICK_MS;
}

/** Nothing of a process that has ended in the meantime. */
function statOf(id: string): string {
  try {
    return readFileSync(join('/proc', id, 'stat'), 'latin1');
  } catch {
    return '';
  }
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function middle(rounds: readonly Round[]): Round {
  const of = (figure: keyof Round) =>
    quantile(
      rounds.map((round) => round[figure]),
      0.5,
    );
  return { median: of('median'), p95: of('p95'), cpu: of('cpu') };
}

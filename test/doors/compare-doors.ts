import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openArchive, openPostgresStore, type SessionRow, type ThreadStore } from '../../src/fleet/index.ts';
import { connect } from '../../src/fleet/postgres/connect.ts';
import { createRandom } from '../property/random.ts';
import { foldAll, sendHome, sendingMachine } from '../worker/sent-files.ts';
import { sessionsDoor, showDoor, usageDoor } from './cli-door.ts';
import { addUsage, type Door, type DoorFacts, type DoorUsage, differences, NO_USAGE } from './door-facts.ts';
import { writeRandomHomes } from './random-home.ts';
import { deleteSession } from './recorded-homes.ts';
import { readStore, type StoredSession } from './store-door.ts';
import { viewerDoor } from './viewer-door.ts';

export interface CompareOptions {
  /** Also the viewer. */
  viewer: boolean;
  /** Also PostgreSQL: the URL of an archive there. */
  server?: string | undefined;
}

/** Asks every door for the sessions of one seed's homes. Gives what they tell differently, against the archive on SQLite. */
export async function compareDoors(seed: number, options: CompareOptions): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-doors-'));
  const place = join(folder, seed % 2 === 0 ? 'homes' : 'homes 🚀');
  mkdirSync(place);
  // What the command line knows of deleted sessions.
  process.env.THREADLINE_HOME = join(folder, 'archive');
  try {
    const homes = writeRandomHomes(place, seed);
    return await compare(seed, homes, folder, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(seed: number, homes: string[], folder: string, options: CompareOptions): Promise<string[]> {
  const archive = await openArchive({ folder: join(folder, 'archive'), homes, sameThread: true });
  try {
    await archive.refresh();
    const stored = await readStore(archive);
    const expected = new Map(stored.map(({ row, facts }) => [sessionKey(row), facts]));
    // A door that knows no homes shows the copy that was last active.
    const byTime = stored.toSorted(
      (one, other) => (one.facts.endedAt ?? 0) - (other.facts.endedAt ?? 0) || (one.row.path < other.row.path ? -1 : 1),
    );
    const copies = new Map(byTime.map((one) => [`${one.row.key.agent} ${one.row.key.threadId}`, one]));
    const newest = new Map<string, DoorFacts>(
      [...copies].map(([key, { facts }]) => [key, withoutTies(key, facts, byTime)]),
    );
    const found: string[] = [];
    if (options.server !== undefined) found.push(...(await compareServer(options.server, seed, homes, newest)));
    const deleted = deleteSome(stored, seed);
    // Half of the archives do not know yet that files went.
    if (seed % 4 < 2) await archive.refresh();
    const sessions = await sessionsDoor(homes);
    found.push(...differences({ ...sessions, sessions: withThreadUsage(sessions.sessions) }, expected));
    const used = await usageDoor(homes);
    found.push(...usageDifferences(used, expected), ...sumDifferences(sessions.sessions, used));
    const live = [...copies.values()].filter(({ row }) => !deleted.has(row.key.threadId));
    const shown = live[seed % Math.max(1, live.length)];
    if (shown) found.push(...(await compareShown(homes, archive, shown)));
    if (options.viewer) {
      const viewer = await viewerDoor('viewer', archive, homes);
      // What a store keeps of a deleted session has no lines that tell its requests, and notices of all kinds alike.
      const isLive = ([key]: [string, DoorFacts]) => !deleted.has(key.split(' ')[1] ?? '');
      const [told, should] = [viewer.outlines.sessions, newest].map((all) => new Map([...all].filter(isLive)));
      if (told && should) found.push(...differences({ ...viewer.outlines, sessions: told }, should));
      found.push(...differences(viewer, withCosts(newest, used)));
    }
    return found;
  } finally {
    await archive.close();
  }
}

/** `show` leaves out what sub-agents said, unless it is asked for. */
async function compareShown(homes: readonly string[], store: ThreadStore, { row, facts }: StoredSession) {
  const key = sessionKey(row);
  const blocks = await store.readBlocks(row.key, { from: 0, count: 1000 });
  const own = new Set(blocks.filter(({ parent }) => parent === undefined).map(({ message }) => message));
  return differences(await showDoor(homes, key), new Map([[key, { ...facts, messages: own.size }]]));
}

/** Deletes the files of some threads, in every home that has them, as agents do after a month. */
function deleteSome(stored: readonly StoredSession[], seed: number): Set<string> {
  const random = createRandom(seed);
  const ids = [...new Set(stored.map(({ row }) => row.key.threadId))].filter(() => random.below(4) === 0);
  const deleted = new Set(ids);
  for (const { row } of stored) if (deleted.has(row.key.threadId)) deleteSession(row.path, row.key.threadId);
  return deleted;
}

/** What a thread used stands in one of its rows. Gives it to each copy, as stores do. */
function withThreadUsage(sessions: Map<string, DoorFacts>): Map<string, DoorFacts> {
  const threads = new Map<string, DoorUsage>();
  const threadOf = (key: string) => key.split(' ').slice(0, 2).join(' ');
  for (const [key, { usage }] of sessions) {
    if (usage?.requests) threads.set(threadOf(key), addUsage(threads.get(threadOf(key)) ?? NO_USAGE, usage));
  }
  return new Map(
    [...sessions].map(([key, facts]) => [key, { ...facts, usage: threads.get(threadOf(key)) ?? NO_USAGE }]),
  );
}

/** Stores keep no prices: what `usage` says a thread cost, the viewer's list has to say too. */
function withCosts(sessions: Map<string, DoorFacts>, used: Map<string, DoorUsage>): Map<string, DoorFacts> {
  return new Map(
    [...sessions].map(([key, facts]) => {
      const costUsd = used.get(key.split(' ')[1] ?? '')?.costUsd;
      if (!facts.usage || costUsd === undefined) return [key, facts];
      return [key, { ...facts, usage: { ...facts.usage, costUsd } }];
    }),
  );
}

/** Of two copies that ended at the same moment a door may show either: only what they have in common is compared. */
function withoutTies(key: string, facts: DoorFacts, stored: readonly StoredSession[]): DoorFacts {
  const ties = stored.filter(
    (one) =>
      `${one.row.key.agent} ${one.row.key.threadId}` === key &&
      one.facts !== facts &&
      one.facts.endedAt === facts.endedAt,
  );
  if (ties.length === 0) return facts;
  const common = Object.entries(facts).filter(
    ([name, value]) => name !== 'usage' && ties.every((tie) => tie.facts[name as keyof DoorFacts] === value),
  );
  return Object.fromEntries(common);
}

/** Every request stands in exactly one row. */
function sumDifferences(sessions: Map<string, DoorFacts>, used: Map<string, DoorUsage>): string[] {
  const sum = (all: Iterable<DoorUsage | undefined>) =>
    [...all].reduce<DoorUsage>((total, usage) => (usage ? addUsage(total, usage) : total), NO_USAGE);
  const [rows, total] = [sum([...sessions.values()].map(({ usage }) => usage)), sum(used.values())];
  const [told, should] = [new Map([['all', { usage: rows }]]), new Map([['all', { usage: total }]])];
  return differences({ name: 'the rows of sessions --json', sessions: told }, should);
}

const sessionKey = ({ key, path }: SessionRow): string => `${key.agent} ${key.threadId} ${path}`;

/** A thread that two homes hold is counted once: `usage` has no homes. */
function usageDifferences(used: Awaited<ReturnType<typeof usageDoor>>, expected: Map<string, DoorFacts>): string[] {
  const ids = new Set([...expected.keys()].map((key) => key.split(' ')[1] ?? ''));
  const told = [...ids].map((id): [string, DoorFacts] => [id, { usage: used.get(id) ?? NO_USAGE }]);
  const should = [...expected].map(([key, { usage }]): [string, DoorFacts] => [
    key.split(' ')[1] ?? '',
    { ...(usage && { usage }) },
  ]);
  return differences({ name: 'usage --json', sessions: new Map(told) }, new Map(should));
}

async function compareServer(
  url: string,
  seed: number,
  homes: readonly string[],
  expected: Map<string, DoorFacts>,
): Promise<string[]> {
  const database = await connect({ url });
  const name = `doors ${process.pid} ${seed}`;
  try {
    const tenant = await database.transaction({ role: 'owner' }, (queries) =>
      queries.get('insert into tenant(name) values ($1) returning id', [name]),
    );
    const createMachine = async (id: number, machine = 'laptop') => {
      const row = await database.transaction({ role: 'owner' }, (queries) =>
        queries.get('insert into machine(tenant, name) values ($1, $2) returning id', [id, machine]),
      );
      return String(row?.id);
    };
    const machine = await sendingMachine({ database, createMachine }, Number(tenant?.id), 'laptop');
    for (const home of homes) await sendHome(machine, home);
    const problems = await foldAll({ database });
    const store = await openPostgresStore({ url, tenant: name });
    try {
      const rows = (await readStore(store)).map(({ row, facts }): [string, DoorFacts] => [
        `${row.key.agent} ${row.key.threadId}`,
        facts,
      ]);
      const server: Door = { name: 'PostgreSQL', sessions: new Map(rows) };
      const lacking = await namelessThreads(store);
      const comparable = [...expected].map(([key, facts]): [string, DoorFacts] => {
        const { usage, ...others } = facts;
        return [key, lacking.has(key.split(' ')[1] ?? '') ? others : facts];
      });
      const viewer = await viewerDoor('viewer of a server', store);
      return [...problems, ...differences(server, new Map(comparable)), ...differences(viewer, server.sessions)];
    } finally {
      await store.close();
    }
  } finally {
    await database.close();
  }
}

/**
 * Claude Code 1.0 copied requests into resumed sessions without their names. Only who sees all files at once knows them again:
 * a server, which gets one after the other, counts each.
 */
async function namelessThreads(store: ThreadStore): Promise<Set<string>> {
  const { rows } = await store.usageRows({ agent: 'claude' }, { limit: 1000 });
  return new Set(rows.filter(({ key }) => !key.includes(' ')).map(({ threadId }) => threadId));
}

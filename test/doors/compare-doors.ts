import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openArchive, openPostgresStore, type SessionRow, type ThreadStore } from '../../src/fleet/index.ts';
import { connect } from '../../src/fleet/postgres/connect.ts';
import { foldAll, sendHome, sendingMachine } from '../worker/sent-files.ts';
import { sessionsDoor, showDoor, usageDoor } from './cli-door.ts';
import { type Door, type DoorFacts, differences, NO_USAGE } from './door-facts.ts';
import { writeRandomHomes } from './random-home.ts';
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
  // An archive that is not there: the command line is to read files.
  process.env.THREADLINE_HOME = join(folder, 'none');
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
    const stored = (await readStore(archive)).map(({ row, facts }) => ({
      row,
      facts: { ...facts, writtenAt: statSync(row.path).mtimeMs },
    }));
    const expected = new Map(stored.map(({ row, facts }) => [sessionKey(row), facts]));
    const found = differences(await sessionsDoor(homes), expected);
    found.push(...usageDifferences(await usageDoor(homes), expected));
    // A door that knows no homes shows the copy that was last written to.
    const byTime = stored.toSorted(
      ({ facts: one }, { facts: other }) =>
        (one.endedAt ?? 0) - (other.endedAt ?? 0) || one.writtenAt - other.writtenAt,
    );
    const copies = new Map(byTime.map((one) => [`${one.row.key.agent} ${one.row.key.threadId}`, one]));
    const newest = new Map<string, DoorFacts>([...copies].map(([key, { facts }]) => [key, facts]));
    const shown = [...copies.values()][seed % Math.max(1, copies.size)];
    if (shown) found.push(...(await compareShown(homes, archive, shown)));
    if (options.viewer) found.push(...differences(await viewerDoor('viewer', archive, homes), newest));
    if (options.server !== undefined) found.push(...(await compareServer(options.server, seed, homes, newest)));
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

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { forget, planForget } from '../../src/fleet/postgres/forget.ts';
import { openPostgresStore } from '../../src/fleet/postgres/open-store.ts';
import { tempFolder } from '../archive/temp-archive.ts';
import { startArchive, type TestArchive } from '../postgres/archive.ts';
import { foldAll, sendHome, sendingMachine } from './sent-files.ts';

const started = await startArchive();
const skip = 'skip' in started;
// Where it is missing, nothing below is run.
const archive = started as TestArchive;
afterAll(() => (skip ? undefined : archive.close()));

/** A session with an agent of its own, some seconds later than it was recorded. */
function recorded(seconds: number): string {
  const copy = tempFolder('goose');
  cpSync(fileURLToPath(new URL('../fixtures/goose/1.52.0/s11-delegate/session', import.meta.url)), copy, {
    recursive: true,
  });
  const database = new DatabaseSync(join(copy, 'sessions/sessions.db'));
  for (const table of ['messages', 'usage_ledger'])
    database.exec(`update ${table} set created_timestamp = created_timestamp + ${seconds}`);
  database.close();
  return copy;
}

async function twoMachines(...order: ('anna' | 'ben')[]) {
  const { id: tenant, name } = await archive.createTenant();
  const homes = { anna: recorded(0), ben: recorded(77) };
  for (const one of order) {
    // Both have their home at the same place, as people do.
    await sendHome(await sendingMachine(archive, tenant, one), homes[one], '/home/dev/.local/share/goose');
    expect(await foldAll(archive)).toEqual([]);
  }
  const listed = async () => {
    const store = await openPostgresStore({ url: archive.url, tenant: name });
    const { rows } = await store.listSessions({ subagents: true }, { limit: 100 });
    const used = await store.usage({ by: 'machine' });
    await store.close();
    const sessions = rows.map(({ key, machine, parentThread, problem }) => ({
      id: key.threadId,
      machine,
      parentThread,
      problem,
    }));
    return { sessions: sessions.sort((one, other) => (one.id < other.id ? -1 : 1)), used };
  };
  return { tenant, listed };
}

describe.skipIf(skip)('an agent that counts its sessions on each machine', () => {
  it.each([
    ['anna', 'ben'],
    ['ben', 'anna'],
  ] as const)('has the sessions of %s and %s of one day, each with its own agents, and says so', async (one, two) => {
    const { listed } = await twoMachines(one, two);
    const { sessions, used } = await listed();
    expect(sessions.map(({ id, machine, parentThread }) => [id, machine, parentThread])).toEqual([
      ['20261116_1', one, undefined],
      [`20261116_1@${two}`, two, undefined],
      ['20261116_2', one, '20261116_1'],
      [`20261116_2@${two}`, two, `20261116_1@${two}`],
    ]);
    for (const { id, problem } of sessions) expect([id, problem]).toEqual([id, expect.stringContaining('of this id')]);
    const requests = new Map(used.map(({ key, requests }) => [key, requests]));
    expect(requests.get('anna')).toBeGreaterThan(0);
    expect(requests.get('ben')).toBeGreaterThan(0);
    const alone = await Promise.all([twoMachines(one), twoMachines(two)]);
    const sums = await Promise.all(alone.map(async (made) => (await made.listed()).used[0]));
    expect(sums.map((sum) => sum?.requests)).toEqual([requests.get(one), requests.get(two)]);
  });

  it('forgets the session of one machine alone, and for good there', async () => {
    const { tenant, listed } = await twoMachines('anna', 'ben');
    const key = { agent: 'goose', threadId: '20261116_1' };
    const plan = await planForget(archive.database, tenant, { session: key });
    expect(plan.sessions.map((one) => [one.key.threadId, one.machine])).toEqual([
      ['20261116_1', 'anna'],
      ['20261116_2', 'anna'],
    ]);
    await forget(archive.database, tenant, plan);
    const { sessions } = await listed();
    expect(sessions.map(({ machine }) => machine)).toEqual(['ben', 'ben']);
    // Ben's are folded again, and are still there: what was forgotten was another machine's.
    await archive.database.transaction({ role: 'owner' }, (queries) =>
      queries.run(
        `insert into job(tenant, kind, source_id, due) select tenant, 'fold', id, now() from source
          where tenant = $1 and state = 'open'`,
        [tenant],
      ),
    );
    expect(await foldAll(archive)).toEqual([]);
    expect((await listed()).sessions.map(({ machine }) => machine)).toEqual(['ben', 'ben']);
  });
});

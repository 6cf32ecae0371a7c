import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WorkGroup, type WorkUsage, workGroups } from '../../src/archive/model/thread-store.ts';
import { openPostgresStore } from '../../src/fleet/postgres/index.ts';
import { renewUsageSums } from '../../src/fleet/postgres/usage-sums.ts';
import { askers, maySee, type Name, names, PEOPLE, sessions } from './leak-cases.ts';
import { type ServedTeam, serveTeam } from './serve-team.ts';
import { startTeamArchive, type TeamArchive } from './team-archive.ts';

const started = await startTeamArchive();
const archive = started as TeamArchive; // Where there is none nothing below runs.
let served: ServedTeam;
const tokens = new Map<string, string>();
const START = 1_700_000_100_000;
const QUARTER = 900_000;

async function ask(token: string, workQuery: object): Promise<{ status: number; body: string; value: WorkUsage }> {
  const answer = await fetch(`${served.url}/v1/store/usageBy`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ workQuery }),
  });
  const body = await answer.text();
  return { status: answer.status, body, value: answer.status === 200 ? JSON.parse(body).value : undefined };
}
/** The sessions of each key. */
const counted = ({ sessions: rows }: WorkUsage) =>
  Object.fromEntries(rows.map(({ keys, count }) => [keys.join(' '), count]).sort());
const requests = ({ sums }: WorkUsage, by: 'person' | 'repository' | 'team' | 'machine') => {
  const found: Record<string, number> = {};
  for (const sum of sums) found[sum[by] ?? ''] = (found[sum[by] ?? ''] ?? 0) + sum.requests;
  return found;
};

describe.skipIf('skip' in started)('usage by whose work it is', () => {
  beforeAll(async () => {
    served = await serveTeam(archive);
    await archive.configure({ core: ['g-core'], ops: ['g-ops'], none: ['g-none'] }, ['g-admin']);
    const numbers = new Map<Name, number>();
    for (const name of names) numbers.set(name, await archive.createPerson(name, [...PEOPLE[name].groups]));
    for (const [index, { owner, text, usage, threadId, word }] of sessions.entries()) {
      const session = {
        threadId,
        text: word,
        startedAt: START + index * QUARTER,
        project: `/home/${owner}/app`,
        seenBy: { usage, text },
      };
      await archive.putSession({ person: numbers.get(owner) ?? 0, machine: `${owner}-laptop` }, session);
    }
    // Clones of one remote in the folders of two people; carl's and dora's have none.
    await archive.database.transaction({ role: 'owner' }, (queries) =>
      queries.run(
        `update source set repository = 'github.com/acme/app' where tenant = $1 and machine_id in
          (select id from machine where tenant = $1 and name in ('anna-laptop', 'bob-laptop'))`,
        [archive.tenant],
      ),
    );
    for (const [name, { who, teams }] of askers) {
      const wanted = who ? { person: numbers.get(who) ?? 0 } : { teams: [...teams] };
      tokens.set(name, await served.tokenFor({ tenant: archive.tenant, ...wanted, scopes: ['usage'] }));
    }
  }, 120_000);
  afterAll(async () => {
    await served?.close();
    if (!('skip' in started)) await archive.close();
  }, 60_000);

  const check = (name: string, asker: (typeof askers)[number][1]) => async () => {
    const seen = sessions.filter((made) => maySee(asker, made, made.usage));
    const expected = (keyOf: (owner: Name) => string) => {
      const counts: Record<string, number> = {};
      for (const { owner } of seen) counts[keyOf(owner)] = (counts[keyOf(owner)] ?? 0) + 1;
      return Object.fromEntries(Object.entries(counts).sort());
    };
    const own = (by: WorkGroup[], more: object = {}) => ask(tokens.get(name) ?? '', { by, ...more });
    const byPerson = await own(['person']);
    expect(counted(byPerson.value)).toEqual(expected((owner) => owner));
    expect(requests(byPerson.value, 'person')).toEqual(expected((owner) => owner));
    expect(byPerson.value.total).toBe(seen.length);
    for (const owner of names)
      if (!seen.some((made) => made.owner === owner)) expect(byPerson.body).not.toContain(owner);
    const repository = (owner: Name) =>
      owner === 'anna' || owner === 'bob' ? 'github.com/acme/app' : `/home/${owner}/app`;
    expect(counted((await own(['repository'])).value)).toEqual(expected(repository));
    expect(counted((await own(['machine'])).value)).toEqual(expected((owner) => `${owner}-laptop`));
    const shared = (owner: Name) =>
      PEOPLE[owner].teams.filter((team) => name === 'dora' || asker.teams.some((one) => one === team)).join(', ');
    expect(counted((await own(['team'])).value)).toEqual(expected(shared));
    expect(counted((await own(['person', 'repository'])).value)).toEqual(
      expected((owner) => `${owner} ${repository(owner)}`),
    );
    // What is filtered by the name of what is not seen is empty, as what never was.
    const never = await own(['person'], { machine: 'never-laptop' });
    for (const owner of names)
      if (!seen.some((made) => made.owner === owner))
        expect((await own(['person'], { machine: `${owner}-laptop` })).body).toBe(never.body);
  };

  it.each(askers)('is told to %s of what he may count, and of nobody else', (name, asker) => check(name, asker)());

  it('is the same from kept sums', async () => {
    while ((await renewUsageSums(archive.database)) > 0);
    for (const [name, asker] of askers) await check(name, asker)();
  });

  it('counts what is in a time, and no request twice', async () => {
    const anna = tokens.get('anna') ?? '';
    const all = await ask(anna, { by: ['person'] });
    const from = START + 4 * QUARTER;
    const at = Math.floor(from / QUARTER) * QUARTER;
    const before = await ask(anna, { by: ['person'], until: at });
    const after = await ask(anna, { by: ['person'], since: at });
    expect(before.value.total).toBe(4);
    expect(before.value.total + after.value.total).toBe(all.value.total);
  });

  it.each([
    [{}],
    [{ by: [] }],
    [{ by: ['day'] }],
    [{ by: ['person', 'person'] }],
    [{ by: ['person', 'team', 'repository', 'machine'] }],
    [{ by: ['constructor'] }],
    [{ by: 'person' }],
    [{ by: ['person'], since: 'x' }],
    [{ by: ['person'], order: '1; drop table usage' }],
  ])('%j is a bad call', async (query) => {
    expect((await ask(tokens.get('anna') ?? '', query)).status).toBe(400);
  });

  it('is told by every two groups, in either order, with the sums of each alone', async () => {
    const anna = tokens.get('anna') ?? '';
    const since = START + 1000;
    for (const by of workGroups.flatMap((one) =>
      workGroups.filter((other) => other !== one).map((other) => [one, other]),
    ))
      for (const time of [{}, { since }]) {
        const { status, value } = await ask(anna, { by, ...time });
        expect([by, status]).toEqual([by, 200]);
        const alone = await ask(anna, { by: ['person'], ...time });
        expect([by, value.total]).toEqual([by, alone.value.total]);
      }
  });

  it('tells two people of one name apart only to those who see both', async () => {
    const twin = async (sub: string, groups: string[]) => {
      const sql = 'select team_person($1, $2, $3, $4, $5, null) as id';
      const values = ['https://id.example', sub, 'Kim', 'kim@example.org', groups];
      const row = await archive.team.transaction({ role: 'team', tenant: archive.tenant }, (queries) =>
        queries.get(sql, values),
      );
      return Number(row?.id);
    };
    const [one, other] = [await twin('kim-1', ['g-kim']), await twin('kim-2', ['g-kim2'])];
    await archive.putSession(
      { person: one, machine: 'k1' },
      { threadId: 'k-1', text: 'x', seenBy: { usage: 'private' } },
    );
    await archive.putSession(
      { person: other, machine: 'k2' },
      { threadId: 'k-2', text: 'x', seenBy: { usage: 'all' } },
    );
    const keys = async (token: string) =>
      (await ask(token, { by: ['person'] })).value.sessions
        .map((row) => row.keys[0])
        .filter((key) => key?.startsWith('Kim'))
        .sort();
    expect(await keys(tokens.get('carl') ?? '')).toEqual(['Kim']);
    const token = await served.tokenFor({ tenant: archive.tenant, person: one, scopes: ['usage'] });
    expect(await keys(token)).toEqual([`Kim #${one}`, `Kim #${other}`]);
  });

  it('is told to a login of the database of everybody, with the owner that a token names', async () => {
    await archive.database.transaction({ role: 'owner' }, (queries) =>
      queries.run("insert into machine(tenant, name, owner) values ($1, 'ci-box', 'frida')", [archive.tenant]),
    );
    await archive.putSession({ person: 0, machine: 'ci-box' }, { threadId: 'f-1', text: 'x' });
    const store = await openPostgresStore({ url: archive.url, tenant: archive.tenantName });
    const none: WorkUsage = { sums: [], sessions: [], total: 0 };
    const told = counted((await store.usageBy?.({ by: ['person'] })) ?? none);
    const onMachines = counted((await store.usageBy?.({ by: ['machine', 'person'] })) ?? none);
    await store.close();
    expect(onMachines['ci-box frida']).toBe(1);
    for (const name of names) expect(told[name]).toBe(9);
    expect(told.frida).toBe(1);
    // The team server's readers are not told of it; admins see that it is nobody's.
    const seen = async (name: string) => counted((await ask(tokens.get(name) ?? '', { by: ['person'] })).value)[''];
    expect([await seen('anna'), await seen('dora')]).toEqual([undefined, 1]);
  });
});

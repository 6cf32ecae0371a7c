import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkUsage, WorkUsageQuery } from '../../src/archive/model/thread-store.ts';
import type { Queries } from '../../src/fleet/postgres/connect.ts';
import { readUsageBy } from '../../src/fleet/postgres/read-usage-by.ts';
import type { TeamReader } from '../../src/fleet/postgres/team-reader.ts';
import { renewUsageSums } from '../../src/fleet/postgres/usage-sums.ts';
import { createRandom } from '../property/random.ts';
import { askers, type Name, names, PEOPLE } from './leak-cases.ts';
import { startTeamArchive, type TeamArchive } from './team-archive.ts';

const started = await startTeamArchive();
const archive = started as TeamArchive; // Where there is none nothing below runs.
const numbers = new Map<Name, number>();
const START = Date.UTC(2026, 3, 4, 14);
const QUARTER = 900_000;

const asOwner = <Result>(run: (queries: Queries) => Promise<Result>) =>
  archive.database.transaction({ role: 'owner' }, run);
const numberOf = (name: Name) => numbers.get(name) ?? 0;
const readers = (): [string, TeamReader][] =>
  askers.map(([name, { who, teams }]) => [
    name,
    { person: who ? numberOf(who) : 0, teams: [...teams], admin: who === 'dora', text: false },
  ]);
const ask = (reader: TeamReader, query: WorkUsageQuery) =>
  archive.team.transaction({ role: 'team', tenant: archive.tenant, reader, readOnly: true }, (queries) =>
    readUsageBy(queries, archive.tenant, query),
  );
const choose = (owner: Name, threadId: string, rank: number) =>
  archive.team.transaction(
    {
      role: 'team',
      tenant: archive.tenant,
      reader: { person: numberOf(owner), teams: [], admin: false, text: true },
    },
    (queries) => queries.run('select team_choose($1, $2, $3::smallint, null)', ['codex', threadId, rank]),
  );

/** What the requests themselves say, one by one. */
async function counted(reader: TeamReader, { since, until }: WorkUsageQuery) {
  const rows = await asOwner((queries) =>
    queries.all(
      `select usage.session_id, person.sub, person.groups, session.person_id, usage_seen_by, input::float8,
          extract(epoch from usage.at)::float8 * 1000 as at, coalesce(session.repository, usage.project, '') as folder
        from usage join session on session.id = session_id left join person on person.id = session.person_id
        where usage.tenant = $1 and counts`,
      [archive.tenant],
    ),
  );
  const isSeen = (row: (typeof rows)[number]) => {
    if (row.person_id === null) return reader.admin;
    if (Number(row.person_id) === reader.person) return true;
    const teams: readonly string[] = PEOPLE[row.sub as Name].teams;
    return row.usage_seen_by === 2 || (row.usage_seen_by === 1 && teams.some((team) => reader.teams.includes(team)));
  };
  const isWithin = ({ at }: (typeof rows)[number]) =>
    (since === undefined && until === undefined) ||
    (Number(at) > 0 && Number(at) >= (since ?? 0) && Number(at) < (until ?? Number.POSITIVE_INFINITY));
  const found = new Map<string, { sessions: Set<string>; requests: number; input: number }>();
  const all = new Set<string>();
  for (const row of rows.filter((one) => isSeen(one) && isWithin(one))) {
    const key = `${row.sub ?? ''} ${row.folder}`;
    const group = found.get(key) ?? { sessions: new Set(), requests: 0, input: 0 };
    found.set(key, group);
    all.add(String(row.session_id));
    group.sessions.add(String(row.session_id));
    group.requests += 1;
    group.input += Number(row.input);
  }
  const groups = [...found].map(([key, { sessions, requests, input }]) => [key, sessions.size, requests, input]);
  return { groups: groups.sort(), total: all.size };
}

function told({ sums, sessions, total }: WorkUsage) {
  const groups = sessions.map(({ keys, count }) => {
    const own = sums.filter((sum) => sum.person === keys[0] && sum.repository === keys[1]);
    const add = (name: 'requests' | 'input') => own.reduce((sum, row) => sum + row[name], 0);
    return [keys.join(' '), count, add('requests'), add('input')];
  });
  return { groups: groups.sort(), total };
}

describe.skipIf('skip' in started)('kept sums of whole sessions', () => {
  beforeAll(async () => {
    await archive.configure({ core: ['g-core'], ops: ['g-ops'] }, ['g-admin']);
    for (const name of names) numbers.set(name, await archive.createPerson(name, [...PEOPLE[name].groups]));
  });
  afterAll(() => ('skip' in started ? undefined : archive.close()));

  it('give what the requests give, to each reader and in each time, whatever changes between two renewals', async () => {
    const random = createRandom(31);
    const threads: { owner: Name | undefined; threadId: string }[] = [];
    const add = async (step: number) => {
      const owner = names[random.below(5)];
      const threadId = `t-${step}`;
      const machine = owner ? `${owner}-laptop` : 'nobody';
      const startedAt = START + random.below(20) * QUARTER;
      if (!owner)
        await asOwner((queries) =>
          queries.run("insert into machine(tenant, name) values ($1, 'nobody') on conflict do nothing", [
            archive.tenant,
          ]),
        );
      await archive.putSession(
        { person: owner ? numberOf(owner) : 0, machine },
        { threadId, text: 'x', startedAt, project: `/p${random.below(3)}` },
      );
      threads.push({ owner, threadId });
    };
    const ofThread = (sql: string, threadId: string, ...values: unknown[]) =>
      asOwner((queries) => queries.run(sql, [archive.tenant, threadId, ...values]));
    const changes = [
      // More requests: of other models, sizes and quarter hours, and without a time.
      (threadId: string, step: number) =>
        ofThread(
          `insert into usage select tenant, session_id, agent, thread_id, scope, key || $3, counts, $4::timestamptz, machine_id, project,
              $5, tier, $6, cached, cache_write, cache_write_hour, output, reasoning, source, line
            from usage where tenant = $1 and thread_id = $2 limit 1`,
          threadId,
          ` ${step}`,
          new Date(random.below(4) === 0 ? 0 : START + random.below(20) * QUARTER).toISOString(),
          ['gpt-5.5', 'gpt-4', null][random.below(3)],
          [100, 128_001, 300_000][random.below(3)],
        ),
      (threadId: string) =>
        ofThread('update usage set input = input + 1 where tenant = $1 and thread_id = $2', threadId),
      (threadId: string) =>
        ofThread(
          'update source set repository = $3 where id = (select source_id from session where tenant = $1 and thread_id = $2)',
          threadId,
          [null, 'github.com/acme/app', 'github.com/acme/other'][random.below(3)],
        ),
      (threadId: string) => ofThread('delete from session where tenant = $1 and thread_id = $2', threadId),
    ];
    for (let step = 0; step < 60; step += 1) {
      if (step < 8 || step % 4 === 0) await add(step);
      // Not both of one session: the one must not hide that the other is forgotten.
      const chosen = threads[random.below(threads.length)];
      if (chosen?.owner) await choose(chosen.owner, chosen.threadId, random.below(3));
      const changed = threads[random.below(threads.length)];
      if (changed && step % 2 === 0) await changes[step % 14 === 0 ? 3 : random.below(3)]?.(changed.threadId, step);
      if (step % 3 === 0) await renewUsageSums(archive.database);
      const [one, other] = [START + random.below(22) * QUARTER, START + random.below(22) * QUARTER];
      const query: WorkUsageQuery = {
        by: ['person', 'repository'],
        ...(step % 3 !== 0 && { since: Math.min(one, other) }),
        ...(step % 3 === 2 && { until: Math.max(one, other) }),
      };
      for (const [name, reader] of readers())
        expect(told(await ask(reader, query)), `${name} at ${step}`).toEqual(await counted(reader, query));
    }
  });

  it('show nobody a session that became private while they were made', async () => {
    const anna = { person: numberOf('anna'), machine: 'anna-laptop' };
    await archive.putSession(anna, { threadId: 'raced', text: 'x', project: '/raced', seenBy: { usage: 'all' } });
    const carl = readers().find(([name]) => name === 'carl')?.[1];
    if (!carl) throw new Error('no reader');
    const seen = async () => (await ask(carl, { by: ['repository'], project: '/raced' })).total;
    expect(await seen()).toBe(1);
    await archive.database.transaction({ role: 'worker' }, async (queries) => {
      await queries.run('select renew_usage_sums(1000)');
      await choose('anna', 'raced', 0);
    });
    // The kept row still says that everybody may see it.
    const [kept] = await asOwner((queries) =>
      queries.all("select usage_seen_by from work_sum where project = '/raced'"),
    );
    expect(kept?.usage_seen_by).toBe(2);
    const visible = await archive.team.transaction({ role: 'team', tenant: archive.tenant, reader: carl }, (queries) =>
      queries.all(
        "select project from work_sum where project = '/raced' union all select project from usage_sum where project = '/raced'",
      ),
    );
    expect(visible).toEqual([]);
    expect(await seen()).toBe(0);
    while ((await renewUsageSums(archive.database)) > 0);
    expect(await seen()).toBe(0);
    await choose('anna', 'raced', 2);
    expect(await seen()).toBe(1);
  });

  it('are gone at once with the session', async () => {
    while ((await renewUsageSums(archive.database)) > 0);
    const left = () =>
      asOwner((queries) => queries.get('select count(*)::int as n from work_sum where tenant = $1', [archive.tenant]));
    expect(Number((await left())?.n)).toBeGreaterThan(0);
    await asOwner((queries) => queries.run('delete from session where tenant = $1', [archive.tenant]));
    expect((await left())?.n).toBe(0);
  });
});

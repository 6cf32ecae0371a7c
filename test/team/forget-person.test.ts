import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { addHold, findPeople, forget, liftHold, planForget } from '../../src/fleet/postgres/index.ts';
import { startTeamArchive, type TeamArchive } from './team-archive.ts';

const started = await startTeamArchive();
const archive = started as TeamArchive; // Where there is none nothing below runs.
let round = 0;

describe.skipIf('skip' in started)('forgetting a person', () => {
  const { database, tenant } = archive;
  const ask = (sql: string, values: unknown[] = []) =>
    database.transaction({ role: 'owner', tenant }, (queries) => queries.all(sql, values));
  const threads = async (person: number) =>
    (await ask('select thread_id from session where person_id = $1 order by 1', [person])).map((row) => row.thread_id);
  const forgetPerson = async (person: number) =>
    forget(database, tenant, await planForget(database, tenant, { person: String(person) }));
  let first = 0;
  let second = 0;
  let name = '';

  beforeEach(async () => {
    round += 1;
    name = `Anna Schmidt ${round}`;
    first = await archive.createPerson(`first-${round}`, ['g-core']);
    second = await archive.createPerson(`second-${round}`, ['g-core']);
    await ask("update person set name = $1, refresh = 'x' where id in ($2, $3)", [name, first, second]);
    for (const [person, machine] of [
      [first, `a-${round}`],
      [second, `b-${round}`],
    ] as const) {
      await archive.putSession({ person, machine }, { threadId: `of-${machine}`, text: 'words' });
      await ask('update machine set owner = $1 where name = $2', [name, machine]);
      await ask('update token set owner = $1 where name = $2', [name, machine]);
    }
  });
  afterAll(async () => {
    if (!('skip' in started)) await archive.close();
  });

  it('is by number, subject or name, and a name that two people have means both', async () => {
    const ids = async (who: string) => (await findPeople(database, tenant, who)).map((one) => 'id' in one && one.id);
    expect(await ids(`#${first}`)).toEqual([String(first)]);
    expect(await ids(`first-${round}`)).toEqual([String(first)]);
    expect(await ids(name)).toEqual([String(first), String(second)]);
    expect(await ids(`${name}%`)).toEqual([]);
    expect(await ids('#0 or true')).toEqual([]);
    expect(await ids('\0')).toEqual([]);
    await ask('insert into machine(tenant, name, owner) values ($1, $2, $3)', [tenant, `ci-${round}`, name]);
    expect(await findPeople(database, tenant, name)).toContainEqual({ owner: name, machines: [`ci-${round}`] });
    const plan = await planForget(database, tenant, { owner: name });
    expect([plan.sessions, plan.people]).toEqual([[], []]);
  });

  it('takes one of two people of one name, with name, e-mail, groups, logins and refresh token', async () => {
    await ask(
      `insert into team_token(tenant, person_id, name, hash, audience, kind, scopes, expires_at)
        values ($1, $2, 'annas-laptop', sha256($3), 'x', 'login', '{text}', now() + interval '1 hour')`,
      [tenant, first, Buffer.from(name)],
    );
    await forgetPerson(first);
    expect([await threads(first), await threads(second)]).toEqual([[], [`of-b-${round}`]]);
    const kept = 'select name, email, groups, refresh from person where id = $1';
    expect(await ask(kept, [first])).toEqual([{ name: null, email: null, groups: [], refresh: null }]);
    expect(await ask(kept, [second])).toMatchObject([{ name, groups: ['g-core'] }]);
    expect(await ask('select name from team_token where person_id = $1 and revoked_at is null', [first])).toEqual([]);
    for (const table of ['token', 'machine'])
      expect(await ask(`select person_id from ${table} where owner = $1`, [name])).toEqual([
        { person_id: String(second) },
      ]);
    expect(await findPeople(database, tenant, name)).toMatchObject([{ id: String(second) }]);
  });

  it('takes the notes of somebody without a machine', async () => {
    const reader = await archive.createPerson(`reader-${round}`, ['g-core']);
    await ask(
      `insert into person_note(tenant, person_id, session_id, noted, bytes)
        select $1, $2, id, '{"starred":true}', 1 from session where person_id = $3`,
      [tenant, reader, first],
    );
    await forgetPerson(reader);
    expect(await ask('select 1 from person_note where person_id = $1', [reader])).toEqual([]);
    expect(await threads(first)).toEqual([`of-a-${round}`]);
  });

  it('waits for the end of a legal hold, also where the person sent nothing', async () => {
    const reader = await archive.createPerson(`reader-${round}`, ['g-core']);
    const { id } = await addHold(database, tenant, 'person', `#${reader}`);
    expect((await planForget(database, tenant, { person: String(reader) })).people).toEqual([]);
    await liftHold(database, tenant, id);
    const late = await planForget(database, tenant, { person: String(reader) });
    expect(late.people).toEqual([String(reader)]);
    await addHold(database, tenant, 'person', `reader-${round}`);
    await expect(forget(database, tenant, late)).rejects.toThrow('legal hold');
    expect(await ask('select groups from person where id = $1', [reader])).toEqual([{ groups: ['g-core'] }]);
    expect(await addHold(database, tenant, 'person', name)).toMatchObject({ sessions: 2 });
    const { sessions, people, held } = await planForget(database, tenant, { person: String(first) });
    expect([sessions, people, held]).toEqual([[], [], 1]);
  });
});

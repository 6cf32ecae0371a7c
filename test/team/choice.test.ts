import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHttpsStore } from '../../src/fleet/team/https-store.ts';
import { type ServedTeam, serveTeam } from './serve-team.ts';
import { startTeamArchive, type TeamArchive } from './team-archive.ts';

const started = await startTeamArchive();
const archive = started as TeamArchive; // Where there is none nothing below runs.

let served: ServedTeam;
let owner: { person: number; machine: string };
const people = new Map<string, number>();
const key = (threadId: string) => ({ agent: 'codex', threadId });

async function storeOf(name: string) {
  const person = people.get(name);
  const token = await served.tokenFor({ tenant: archive.tenant, ...(person && { person }) });
  return openHttpsStore({ url: served.url, token: async () => token });
}
const listed = async (name: string) => {
  const { rows } = await (await storeOf(name)).listSessions({ subagents: true }, { limit: 100 });
  return rows.map((row) => row.key.threadId).sort();
};
const asOwner = (sql: string) =>
  archive.database.transaction({ role: 'owner', tenant: archive.tenant }, (queries) => queries.all(sql));

describe.skipIf('skip' in started)("an owner's word on a session", () => {
  beforeAll(async () => {
    served = await serveTeam(archive);
    await archive.configure({ core: ['g-core'] }, ['g-admin']);
    for (const [name, groups] of Object.entries({ anna: ['g-core'], bob: ['g-core'], dora: ['g-admin'] }))
      people.set(name, await archive.createPerson(name, groups));
    owner = { person: people.get('anna') ?? 0, machine: 'anna-laptop' };
    await archive.putSession(owner, { threadId: 'one', text: 'one' });
    await archive.putSession(owner, { threadId: 'other', text: 'other' });
    await archive.putSession(owner, { threadId: 'child', text: 'child', parentThread: 'one' });
    await archive.putSession(owner, { threadId: 'grandchild', text: 'grandchild', parentThread: 'child' });
  });
  afterAll(async () => {
    await served?.close();
    if (!('skip' in started)) await archive.close();
  }, 60_000);

  it('shows it to others, with the agents that it started, also those that come later', async () => {
    await (await storeOf('anna')).setVisibility(key('one'), { text: 'team' });
    expect(await listed('bob')).toEqual(['child', 'grandchild', 'one']);
    await archive.putSession(owner, { threadId: 'later', text: 'later', parentThread: 'grandchild' });
    expect(await listed('bob')).toEqual(['child', 'grandchild', 'later', 'one']);
    expect(await listed('dora')).toEqual([]);
  });

  it('hides it at once, and whatever rule comes later', async () => {
    await (await storeOf('anna')).setVisibility(key('one'), { usage: 'private', text: 'private' });
    expect(await listed('bob')).toEqual([]);
    const sums = await (await storeOf('bob')).usage({ by: 'session' });
    expect(sums.map((sum) => sum.key)).toEqual(['other']);
    await archive.configure({ core: ['g-core'] }, ['g-admin'], 'all', 'all');
    const late = { threadId: 'latest', text: 'latest', parentThread: 'one', startedAt: Date.now() + 1000 };
    await archive.putSession(owner, late);
    expect(await listed('bob')).toEqual([]);
  });

  it('has nobody else, neither a colleague, an admin nor a token of nobody', async () => {
    await (await storeOf('anna')).setVisibility(key('other'), { text: 'all' });
    for (const name of ['bob', 'dora', 'nobody']) {
      const store = await storeOf(name);
      expect(await store.getSession(key('other'))).toBeDefined();
      for (const threadId of ['other', 'one', 'never-was'])
        await expect(store.setVisibility(key(threadId), { text: 'private' })).rejects.toThrow('has no such session');
    }
    expect(await listed('bob')).toEqual(['other']);
  });

  it('is taken back, with that on the agents that it started: the rules say it again', async () => {
    const anna = await storeOf('anna');
    await archive.putSession(owner, { threadId: 'back', text: 'back' });
    await archive.putSession(owner, { threadId: 'back-child', text: 'back-child', parentThread: 'back' });
    const seen = async () => (await listed('bob')).filter((id) => id.startsWith('back'));
    const byRule = await seen();
    await anna.setVisibility(key('back'), { text: byRule.length > 0 ? 'private' : 'all' });
    expect(await seen()).not.toEqual(byRule);
    for (const threadId of ['back', 'never-was'])
      await expect((await storeOf('bob')).clearVisibility(key(threadId))).rejects.toThrow('has no such session');
    await anna.clearVisibility(key('back'));
    expect(await seen()).toEqual(byRule);
    // From now on it follows the rules.
    await archive.configure({ core: ['g-core'] }, ['g-admin'], 'private', 'private');
    expect(await seen()).toEqual([]);
    expect(await asOwner("select detail from team_audit where thread_id = 'back' order by at desc limit 1")).toEqual([
      { detail: 'by the rules' },
    ]);
    await asOwner("delete from session where thread_id like 'back%'");
    await archive.configure({ core: ['g-core'] }, ['g-admin'], 'all', 'all');
  });

  it('is a row of the audit, and does not count where that cannot be written', async () => {
    const rows = await asOwner(
      "select person_id::int as person, agent, thread_id, detail from team_audit where action = 'visibility' and thread_id not like 'back%' order by at",
    );
    const person = people.get('anna');
    expect(rows).toEqual([
      { person, agent: 'codex', thread_id: 'one', detail: 'text team' },
      { person, agent: 'codex', thread_id: 'one', detail: 'text private, usage private' },
      { person, agent: 'codex', thread_id: 'other', detail: 'text all' },
    ]);
    const anna = await storeOf('anna');
    await asOwner('alter table team_audit add constraint full_disk check (n < 0) not valid');
    try {
      await expect(anna.setVisibility(key('one'), { text: 'all' })).rejects.toThrow('cannot note');
    } finally {
      await asOwner('alter table team_audit drop constraint full_disk');
    }
    expect(await listed('bob')).toEqual(['other']);
  });
});

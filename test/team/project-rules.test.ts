import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Queries } from '../../src/fleet/postgres/connect.ts';
import { setProjectRules, setRepositoryRules } from '../../src/fleet/postgres/index.ts';
import type { SessionVisibility, TeamReader, Visibility } from '../../src/fleet/postgres/team-reader.ts';
import { startTeamArchive, type TeamArchive } from './team-archive.ts';

const started = await startTeamArchive();
const archive = started as TeamArchive; // Where there is none nothing below runs.

const APP = 'github.com/acme/app';
type Rules = Record<string, SessionVisibility>;
let anna: number;
let stranger: TeamReader;

const asTeam = <Result>(run: (queries: Queries) => Promise<Result>, reader?: TeamReader) =>
  archive.team.transaction({ role: 'team', tenant: archive.tenant, reader }, run);
/** All in one transaction, as a server does when it starts. */
const rules = (text: Visibility, projects: Rules, repositories: Rules = {}) =>
  asTeam(async (queries) => {
    const rank = ['private', 'team', 'all'].indexOf(text);
    await queries.get(`select team_configure('{"core": ["g-core"]}', '{}', 1::smallint, $1)`, [rank]);
    await setRepositoryRules(queries, repositories);
    return setProjectRules(queries, projects);
  });
let made = 0;
const put = async (project: string, more: { repository?: string; threadId?: string; startedAt?: number } = {}) => {
  made += 1;
  const session = { threadId: `s${made}`, text: 'x', startedAt: Date.now() + 1000, project, ...more };
  await archive.putSession({ person: anna, machine: 'anna-laptop' }, session);
  return session.threadId;
};
const isSeen = async (threadId: string, reader = stranger) =>
  (await asTeam((queries) => queries.all('select 1 from session where thread_id = $1', [threadId]), reader)).length > 0;

describe.skipIf('skip' in started)('a rule of visibility of a folder', () => {
  beforeAll(async () => {
    anna = await archive.createPerson('anna', ['g-core']);
    stranger = { person: await archive.createPerson('eve', []), teams: [], admin: false, text: true };
  });
  afterAll(async () => {
    if (!('skip' in started)) await archive.close();
  }, 60_000);

  it.each<[string, boolean]>([
    ['/work/notes', true],
    ['/work/notes/deep/er', true],
    ['/work/notes-of-others', false],
    ['/work', false],
    ['/else/work/notes', false],
    ['/home/anna/handbook', true],
    ['/home/anna/handbook/src', true],
    ['C:\\Users\\bob\\handbook\\src', true],
    ['/home/anna/my-handbook', false],
    ['/home/anna/handbook2', false],
    ['D:\\shared\\plans', true],
    ['d:\\shared\\plans', false],
    ['/work/a%b_c', false],
  ])('by its path or its name holds for %s: %s', async (project, expected) => {
    const open = { text: 'all' } as const;
    await rules('private', { '/work/notes': open, handbook: open, 'D:\\shared\\plans': open, '/work/a%': open });
    expect(await isSeen(await put(project))).toBe(expected);
  });

  it('tells which rules changed, and lifts those that are named no more', async () => {
    expect(await rules('private', { '/a': { text: 'all' }, '/b': {} })).toContain('/a');
    expect(await rules('private', { '/a': { text: 'all' }, '/b': {} })).toEqual([]);
    expect(await rules('private', { '/b': {} })).toEqual(['/a']);
    expect(await isSeen(await put('/a'))).toBe(false);
  });

  it('is the strictest of all that fit, with that of the repository', async () => {
    await rules('team', { '/work': { text: 'all' }, payroll: { text: 'private' } }, { [APP]: { text: 'team' } });
    expect(await isSeen(await put('/work/app'))).toBe(true);
    expect(await isSeen(await put('/work/payroll'))).toBe(false);
    const colleague = { ...stranger, teams: ['core'] };
    const both = await put('/work/app', { repository: APP });
    expect([await isSeen(both), await isSeen(both, colleague)]).toEqual([false, true]);
    expect(await isSeen(await put('/work/payroll', { repository: APP }), colleague)).toBe(false);
  });

  it('that is stricter holds at once for all, and one that is wider for sessions that begin after it', async () => {
    await rules('all', {});
    const early = await put('/secret/plan');
    expect(await isSeen(early)).toBe(true);
    await rules('all', { '/secret': { text: 'private' } });
    expect(await isSeen(early)).toBe(false);
    await rules('all', {});
    expect(await isSeen(early)).toBe(false);
    expect(await isSeen(await put('/secret/plan'))).toBe(true);
  });

  it('finds a session that moves into its folder', async () => {
    await rules('all', { '/secret': { text: 'private' } });
    const threadId = await put('/open');
    expect(await isSeen(threadId)).toBe(true);
    await put('/secret', { threadId });
    expect(await isSeen(threadId)).toBe(false);
  });

  it('that is stricter also holds for a session that tells no folder, and one that is wider does not', async () => {
    const homeless = async () => {
      const threadId = await put('/open');
      await archive.database.transaction({ role: 'owner' }, (queries) =>
        queries.run('update session set project = null where thread_id = $1', [threadId]),
      );
      return threadId;
    };
    await rules('all', { '/secret': { text: 'private' } });
    expect(await isSeen(await homeless())).toBe(false);
    await rules('private', { '/open': { text: 'all' } });
    expect(await isSeen(await homeless())).toBe(false);
  });

  it('can be set by no reader, machine or worker, and is told to none', async () => {
    const { tenant } = archive;
    for (const role of ['gateway', 'reader', 'worker'] as const) {
      const ask = (sql: string) => archive.database.transaction({ role, tenant }, (queries) => queries.all(sql));
      await expect(ask("select team_configure_projects('{}')")).rejects.toThrow('does not allow this');
      await expect(ask('select * from project_rule')).rejects.toThrow('does not allow this');
    }
    for (const sql of ['select * from project_rule', 'delete from project_rule'])
      await expect(asTeam((queries) => queries.run(sql), stranger)).rejects.toThrow('does not allow this');
  });
});

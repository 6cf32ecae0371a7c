import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_POLICY } from '../../src/fleet/collect/collect-policy.ts';
import type { Queries } from '../../src/fleet/postgres/connect.ts';
import { setRepositoryRules } from '../../src/fleet/postgres/index.ts';
import type { SessionVisibility, TeamReader, Visibility } from '../../src/fleet/postgres/team-reader.ts';
import { openTeam } from '../../src/fleet/team/open-team.ts';
import { startTeamArchive, type TeamArchive } from './team-archive.ts';

const started = await startTeamArchive();
const archive = started as TeamArchive; // Where there is none nothing below runs.

const APP = 'github.com/acme/app';
const PAYROLL = 'github.com/acme/payroll';
const DAY = 86_400_000;
let anna: number;
let colleague: TeamReader;
let stranger: TeamReader;

const asTeam = <Result>(run: (queries: Queries) => Promise<Result>, reader?: TeamReader) =>
  archive.team.transaction({ role: 'team', tenant: archive.tenant, reader }, run);
/** Both in one transaction, as a server does when it starts. */
const rules = (usage: Visibility, text: Visibility, repositories: Record<string, SessionVisibility> = {}) =>
  asTeam(async (queries) => {
    const ranks = [usage, text].map((name) => ['private', 'team', 'all'].indexOf(name));
    await queries.get(`select team_configure('{"core": ["g-core"]}', '{}', $1, $2)`, ranks);
    return setRepositoryRules(queries, repositories);
  });
const put = (threadId: string, repository?: string | null, startedAt = Date.now() + 1000) =>
  archive.putSession(
    { person: anna, machine: 'anna-laptop' },
    { threadId, text: `${threadId} said`, startedAt, ...(repository !== undefined && { repository }) },
  );
const seen = async (reader: TeamReader, table = 'session') => {
  const rows = await asTeam((queries) => queries.all(`select distinct thread_id from ${table} order by 1`), reader);
  return rows.map((row) => row.thread_id);
};

describe.skipIf('skip' in started)('a rule of visibility of a repository', () => {
  beforeAll(async () => {
    const reader = { admin: false, text: true };
    anna = await archive.createPerson('anna', ['g-core']);
    colleague = { ...reader, person: await archive.createPerson('bob', ['g-core']), teams: ['core'] };
    stranger = { ...reader, person: await archive.createPerson('eve', []), teams: [] };
  });
  afterAll(async () => {
    if (!('skip' in started)) await archive.close();
  }, 60_000);

  it('holds for its sessions alone, wider or stricter than the general one, to texts and to figures', async () => {
    const asked = { [APP]: { text: 'all' }, [PAYROLL]: { usage: 'private', text: 'private' } } as const;
    expect(await rules('team', 'team', asked)).toEqual([APP, PAYROLL]);
    expect(await rules('team', 'team', asked)).toEqual([]);
    await put('app', APP);
    await put('payroll', PAYROLL);
    await put('elsewhere', 'github.com/acme/else');
    await put('nowhere');
    expect(await seen(colleague)).toEqual(['app', 'elsewhere', 'nowhere']);
    expect(await seen(colleague, 'usage')).toEqual(['app', 'elsewhere', 'nowhere']);
    expect(await seen(stranger)).toEqual(['app']);
    expect(await seen(stranger, 'usage')).toEqual([]);
    expect(await seen({ ...stranger, person: anna })).toHaveLength(4);
  });

  it('that is wider is for sessions that begin after it, also by its own account of when', async () => {
    await rules('team', 'team', { [APP]: { text: 'all' }, [PAYROLL]: { usage: 'all', text: 'all' } });
    await put('payroll-after', PAYROLL);
    await put('payroll-backdated', PAYROLL, Date.now() - DAY);
    // Folded again, a session keeps what it had.
    await put('payroll', PAYROLL, Date.now() - DAY);
    expect(await seen(stranger)).toEqual(['app', 'payroll-after']);
    expect(await seen(stranger, 'usage')).toEqual(['payroll-after']);
  });

  it('that is stricter holds at once for all, and what it hid stays hidden when it is lifted', async () => {
    expect(
      await rules('team', 'team', { [APP]: { text: 'private' }, [PAYROLL]: { usage: 'all', text: 'all' } }),
    ).toEqual([APP]);
    expect(await seen(colleague)).not.toContain('app');
    expect(await seen(colleague, 'usage')).toContain('app');
    expect(await rules('team', 'team', { [PAYROLL]: { usage: 'all', text: 'all' } })).toEqual([APP]);
    expect(await seen(colleague)).not.toContain('app');
    await put('app-after', APP);
    expect(await seen(colleague)).toContain('app-after');
    expect(await seen(stranger)).not.toContain('app-after');
  });

  it('outlasts a general one that gets stricter, and one that is left out follows it', async () => {
    await rules('private', 'private', { [PAYROLL]: { text: 'all' } });
    expect(await seen(stranger)).toEqual(['payroll-after']);
    expect(await seen(colleague)).toEqual(['payroll-after']);
    expect(await seen(colleague, 'usage')).toEqual([]);
  });

  it('meets a general one that changes in the same moment, without a gap between them', async () => {
    await rules('team', 'all');
    await put('open', APP);
    expect(await seen(stranger)).toContain('open');
    await rules('team', 'private', { [APP]: { text: 'all' } });
    expect(await seen(stranger)).toContain('open');
    await rules('team', 'all');
    expect(await seen(stranger)).toContain('open');
  });

  it('gains nothing by a clock that is ahead: a session began before it came', async () => {
    await rules('team', 'private', { [APP]: { text: 'private' } });
    await put('tomorrow', APP, Date.now() + DAY);
    await rules('team', 'all', { [APP]: { text: 'all' } });
    await put('tomorrow', APP, Date.now() + DAY + 1);
    expect(await seen(stranger)).not.toContain('tomorrow');
  });

  it('is the strictest that ever held for a session that tells no time', async () => {
    await put('timeless', APP);
    expect(await seen(stranger)).toContain('timeless');
    await archive.database.transaction({ role: 'owner' }, (queries) =>
      queries.run("update session set started_at = null where thread_id = 'timeless'"),
    );
    expect(await seen(stranger)).not.toContain('timeless');
  });

  it('finds sessions that are being written while it changes', async () => {
    await rules('team', 'all');
    let change: Promise<string[]> | undefined;
    const owner = { person: anna, machine: 'anna-laptop' };
    const written = { threadId: 'meanwhile', text: 'x', startedAt: Date.now() + 1000 };
    await archive.putSession(owner, written, async () => {
      change = rules('team', 'private');
      // It has to be waiting for this transaction now, or be done without what is written here.
      const waits = "select 1 from pg_locks where locktype = 'advisory' and not granted";
      for (let tries = 0; tries < 100; tries++) {
        const asOwner = archive.database.transaction({ role: 'owner' }, (queries) => queries.all(waits));
        if ((await asOwner).length > 0) return;
        await wait(20);
      }
    });
    await change;
    expect(await seen(stranger)).not.toContain('meanwhile');
    expect(await seen({ ...stranger, person: anna })).toContain('meanwhile');
  });

  it('finds a session when its machine tells the repository later', async () => {
    await rules('team', 'all', { [PAYROLL]: { text: 'private' } });
    await put('told-late');
    expect(await seen(stranger)).toContain('told-late');
    await put('told-late', PAYROLL);
    expect(await seen(stranger)).not.toContain('told-late');
  });

  it('that is stricter also holds for a session of which nobody knows the repository, and one that is wider does not', async () => {
    const unknown = async (threadId: string) => {
      await put(threadId, null);
      return threadId;
    };
    await rules('team', 'team', { [APP]: { text: 'all' } });
    const early = await unknown('unknown-early');
    expect(await seen(stranger)).not.toContain(early);
    expect(await seen(colleague)).toContain(early);
    await rules('team', 'team', { [APP]: { text: 'all' }, [PAYROLL]: { usage: 'private', text: 'private' } });
    for (const threadId of [early, await unknown('unknown-late')]) {
      expect(await seen(colleague)).not.toContain(threadId);
      expect(await seen(colleague, 'usage')).not.toContain(threadId);
    }
    // Its machine tells later that it is in none, or in another one.
    await put('unknown-late');
    expect(await seen(colleague)).toContain('unknown-late');
    await put(early, APP);
    expect(await seen(colleague)).toContain(early);
    // It began under a rule that showed all of that repository.
    expect(await seen(stranger)).toContain(early);
  });

  it('is no match for the word of an owner', async () => {
    const choice = "select team_choose('codex', 'told-late', null, 2::smallint) as chosen";
    expect(await asTeam((queries) => queries.all(choice), { ...stranger, person: anna })).toEqual([{ chosen: true }]);
    await rules('private', 'private', { [PAYROLL]: { text: 'team' } });
    expect(await seen(stranger)).toEqual(['told-late']);
  });

  it('hides words, parts of words and counts of what it hides', async () => {
    await rules('team', 'all', { [PAYROLL]: { usage: 'private', text: 'private' } });
    const ask = (sql: string) => asTeam((queries) => queries.all(sql), colleague);
    const counted = `select 1 from work_sum where repository = '${PAYROLL}'
      union all select 1 from team_stale_work() where repository = '${PAYROLL}'`;
    const before = await ask(counted);
    await put('quaggaphone', PAYROLL);
    expect(await ask("select team_words_with('aggaph', false, 100) as word")).toEqual([]);
    expect(await ask("select 1 from usage where thread_id = 'quaggaphone'")).toEqual([]);
    expect(await ask(counted)).toEqual(before);
  });

  it('can be set by no reader, machine or worker, and is told to none', async () => {
    const { tenant } = archive;
    for (const role of ['gateway', 'reader', 'worker'] as const) {
      const ask = (sql: string) => archive.database.transaction({ role, tenant }, (queries) => queries.all(sql));
      await expect(ask("select team_configure_repositories('{}')")).rejects.toThrow('does not allow this');
      await expect(ask('select * from repository_rule')).rejects.toThrow('does not allow this');
    }
    const write = `insert into repository_rule(tenant, repository, text_seen_by) values (${tenant}, '${APP}', 2)`;
    for (const sql of [write, 'select * from repository_rule', 'delete from repository_rule'])
      await expect(asTeam((queries) => queries.run(sql), colleague)).rejects.toThrow('does not allow this');
  });

  it('of another tenant changes nothing here', async () => {
    const { id } = await archive.createTenant();
    const before = await seen(stranger);
    await archive.team.transaction({ role: 'team', tenant: id }, (queries) =>
      setRepositoryRules(queries, { [APP]: { text: 'private' }, [PAYROLL]: { text: 'all' } }),
    );
    await put('open', APP);
    expect(await seen(stranger)).toEqual(before);
  });

  it('is a row of the audit each time that it changes', async () => {
    const audited = () =>
      archive.database.transaction({ role: 'owner', tenant: archive.tenant }, (queries) =>
        queries.all("select detail from team_audit where tenant = $1 and action = 'visibility' order by at", [
          archive.tenant,
        ]),
      );
    const start = async (repositories: Record<string, SessionVisibility>) => {
      const running = await openTeam({
        url: archive.teamUrl,
        tenant: archive.tenantName,
        publicUrl: 'https://team.example',
        host: '127.0.0.1',
        port: 0,
        behindProxy: false,
        config: {
          oidc: { issuer: 'https://id.example', clientId: 'x', clientSecret: undefined, groupsClaim: 'groups' },
          teams: { core: ['g-core'] },
          admins: [],
          visibility: { usage: 'team', text: 'all', repositories, projects: {} },
          policy: NO_POLICY,
          retention: {},
        },
        onFault: () => {},
        onHead: () => {},
      });
      await running.close();
      return (await audited()).map(({ detail }) => detail);
    };
    const hidden = { [PAYROLL]: { usage: 'private', text: 'private' } } as const;
    expect(await start(hidden)).toEqual([]);
    const app = `${APP}: usage by the general rule, text team`;
    expect(await start({ ...hidden, [APP]: { text: 'team' } })).toEqual([app]);
    expect(await start({ ...hidden, [APP]: { text: 'team' } })).toEqual([app]);
    const lifted = `${APP}: usage by the general rule, text by the general rule`;
    expect(await start(hidden)).toEqual([app, lifted]);
  });
});

import { zstdCompressSync } from 'node:zlib';
import type { FoldedSession } from 'threadline/archive';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addHold,
  createPostgresRawStore,
  createPostgresSink,
  forget,
  liftHold,
  listHolds,
  planForget,
  retain,
  setRetention,
  verify,
} from '../../src/fleet/postgres/index.ts';
import { addToken, revokeToken } from '../../src/fleet/postgres/tokens.ts';
import { startArchive, type TestArchive } from '../postgres/archive.ts';
import { madeSource } from './client.ts';

const started = await startArchive();
const archive = started as TestArchive; // Where there is no server nothing below runs.
const YEAR_AGO = Date.now() - 365 * 86_400_000;

describe.skipIf('skip' in started)('a legal hold', () => {
  let tenant = 0;
  beforeEach(async () => {
    tenant = (await archive.createTenant()).id;
  });
  afterAll(async () => {
    if (!('skip' in started)) await archive.close();
  }, 60_000);

  const ask = (sql: string) => archive.database.transaction({ role: 'owner' }, (queries) => queries.all(sql, [tenant]));
  const threads = async () =>
    (await ask('select thread_id from session where tenant = $1 order by 1')).map((row) => row.thread_id);
  const count = async (table: 'block' | 'segment' | 'usage') =>
    Number((await ask(`select count(*) as rows from ${table} where tenant = $1`))[0]?.rows);

  interface Sent {
    thread: string;
    machine?: string;
    project?: string;
    repository?: string;
    parent?: string;
    at?: number;
    text?: string;
  }
  function folded({ thread, project = '/work/a', parent, at = Date.now(), text }: Sent): FoldedSession {
    const status = { now: 'done', until: 0, later: 'done' } as const;
    const tokens = { input: 5, cached: 0, cacheWrite: 0, output: 1, reasoning: 0 };
    return {
      head: {
        key: { agent: 'codex', threadId: thread, home: '/home/me/.codex' },
        path: `sessions/${thread}.jsonl`,
        archived: false,
        project,
        startedAt: at,
        endedAt: at,
        status,
        turns: 1,
        messages: 1,
        tools: 0,
        errors: 0,
        problems: 0,
        size: 10,
        parentThread: parent,
      },
      blocks: [
        { message: 'm', role: 'user', kind: 'text', inherited: false, at, line: 1, text: text ?? `words of ${thread}` },
      ],
      usage: [
        { agent: 'codex', threadId: thread, key: `r_${thread}`, at, project, ...tokens, source: thread, line: 1 },
      ],
    };
  }
  /** As a machine sends it and a worker folds it. */
  async function send(sent: Sent): Promise<void> {
    const { thread, machine: name = 'laptop', project = '/work/a', repository } = sent;
    const [row] = await archive.database.transaction({ role: 'owner' }, (queries) =>
      queries.all(
        `insert into machine(tenant, name, owner) values ($1, $2, 'owner of ' || $2)
          on conflict (tenant, name) do update set owner = excluded.owner returning id`,
        [tenant, name],
      ),
    );
    const machine = String(row?.id);
    const raw = createPostgresRawStore(archive.database, { tenant, machine });
    const [source] = await raw.open([madeSource(`sessions/${thread}.jsonl`, { project, repository })]);
    const text = `{"text":"${thread}"}\n`;
    const packed = zstdCompressSync(text);
    await raw.append(source?.id ?? '', { start: 0, size: text.length, packed, redaction: '', marker: thread });
    const sink = createPostgresSink(archive.database, { tenant, source: { id: source?.id ?? '', machine } });
    await sink.putSession(folded(sent));
  }

  it.each([
    ['session', 'codex:one'],
    ['machine', 'held-laptop'],
    ['person', 'owner of held-laptop'],
    ['project', '/work/held'],
    ['repository', 'github.com/acme/held'],
  ] as const)(
    'on a %s keeps it and its sub-agents from being forgotten, says so, and ends when it is lifted',
    async (kind, value) => {
      await send({
        thread: 'one',
        machine: 'held-laptop',
        project: '/work/held/deep',
        repository: 'github.com/acme/held',
      });
      await send({ thread: 'child', machine: 'laptop', project: '/tmp', parent: 'one' });
      await send({ thread: 'two', project: '/work/heldfast' });
      const { id } = await addHold(archive.database, tenant, kind, value);
      for (const what of [{ project: '/' }, { machine: 'held-laptop' }, { machine: 'laptop' }]) {
        const plan = await planForget(archive.database, tenant, what);
        expect(plan.sessions.map(({ key }) => key.threadId).filter((thread) => thread !== 'two')).toEqual([]);
        expect(plan.held).toBeGreaterThan(0);
        await forget(archive.database, tenant, plan);
      }
      expect(await threads()).toEqual(['child', 'one']);
      expect([await count('block'), await count('segment'), await count('usage')]).toEqual([2, 2, 2]);
      expect(await liftHold(archive.database, tenant, id)).toBe(true);
      expect(await liftHold(archive.database, tenant, id)).toBe(false);
      const plan = await planForget(archive.database, tenant, { machine: 'held-laptop' });
      expect(plan.held).toBe(0);
      await forget(archive.database, tenant, plan);
      expect(await threads()).toEqual([]);
      expect(await count('segment')).toBe(0);
      expect(await ask('select 1 from source where tenant = $1 and repository is not null')).toEqual([]);
    },
  );

  it.each([
    ['C:\\work', ['C:\\work', 'C:\\work\\x', 'C:/work/no', 'C:\\workshop']],
    ['C:\\work\\', ['C:\\work', 'C:\\work\\x', 'C:\\work/y', 'C:\\workshop']],
    ['/work/a_b', ['/work/a_b', '/work/a_b/x', '/work/a_b\\x', '/work/aXb/x']],
    ['/', ['/work', 'C:\\work']],
    ['~odd%', ['~odd%\\x', '~odd%/y', '~oddly/x']],
  ])('on the folder %s holds what forget finds there, and says how many sessions', async (folder, projects) => {
    for (const [n, project] of projects.entries()) await send({ thread: `t${n}`, project });
    const found = await planForget(archive.database, tenant, { project: folder });
    expect(found.sessions.length).toBeGreaterThan(0);
    const { sessions } = await addHold(archive.database, tenant, 'project', folder);
    expect(sessions).toBe(found.sessions.length);
    const plan = await planForget(archive.database, tenant, { project: folder });
    expect([plan.sessions, plan.sources, plan.held]).toEqual([[], [], sessions]);
    await addHold(archive.database, tenant, 'machine', 'laptop');
    expect(await addHold(archive.database, tenant, 'project', '/no/where')).toMatchObject({ sessions: 0 });
  });

  it('that comes after the plan stops it', async () => {
    await send({ thread: 'one' });
    const plan = await planForget(archive.database, tenant, { machine: 'laptop' });
    await addHold(archive.database, tenant, 'session', 'codex:one');
    await expect(forget(archive.database, tenant, plan)).rejects.toThrow('legal hold');
    expect(await threads()).toEqual(['one']);
    expect(await count('segment')).toBe(1);
  });

  it('keeps texts, bytes and requests however old they are, through another fold too', async () => {
    await send({ thread: 'held', machine: 'held-laptop', at: YEAR_AGO });
    await send({ thread: 'free', at: YEAR_AGO });
    await ask("update segment set at = now() - interval '1 day' where tenant = $1");
    const { id } = await addHold(archive.database, tenant, 'machine', 'held-laptop');
    await setRetention(archive.database, tenant, { text: 30, usage: 30 });
    const would = await retain(archive.database, true);
    expect(await retain(archive.database, false)).toEqual(would);
    expect([await count('block'), await count('usage')]).toEqual([1, 1]);
    expect(await retain(archive.database, true)).toEqual([]);
    // A later release reads other words out of the same bytes.
    const fold = folded({ thread: 'held', at: YEAR_AGO, text: 'other words' });
    const [source] = await ask('select id, machine_id from source where tenant = $1 order by id limit 1');
    const owner = { id: String(source?.id), machine: String(source?.machine_id) };
    await createPostgresSink(archive.database, { tenant, source: owner }).putSession(fold);
    expect(await ask('select body from block where tenant = $1')).toEqual([{ body: 'other words' }]);
    await liftHold(archive.database, tenant, id);
    await retain(archive.database, false);
    expect([await count('block'), await count('usage')]).toEqual([0, 0]);
  });

  it('is a row of the audit when it begins and when it ends, and belongs to its tenant', async () => {
    const { id } = await addHold(archive.database, tenant, 'person', 'anna');
    const { id: other } = await archive.createTenant();
    expect(await liftHold(archive.database, other, id)).toBe(false);
    expect(await listHolds(archive.database, other)).toEqual([]);
    await liftHold(archive.database, tenant, id);
    expect(await listHolds(archive.database, tenant)).toMatchObject([{ id, kind: 'person', value: 'anna' }]);
    const rows = await ask('select action, detail from team_audit where tenant = $1 order by at');
    expect(rows).toEqual([
      { action: 'hold', detail: `${id} person` },
      { action: 'hold lifted', detail: String(id) },
    ]);
    expect((await verify(archive.database)).wrong.filter((line) => line.startsWith('audit'))).toEqual([]);
  });

  it('is in one chain with all else that its operator did, so that a missing or changed row is told', async () => {
    const { id } = await addHold(archive.database, tenant, 'person', 'anna');
    await liftHold(archive.database, tenant, id);
    await setRetention(archive.database, tenant, { text: 30 });
    await addToken(archive.database, tenant, { name: 'ci', hash: Buffer.alloc(32, id), group: true });
    await expect(addToken(archive.database, tenant, { name: 'ci', hash: Buffer.alloc(32) })).rejects.toThrow('in use');
    await revokeToken(archive.database, tenant, 'ci');
    expect(await revokeToken(archive.database, tenant, 'ci')).toBe(false);
    const rows = await ask('select server::text, n, action from team_audit where tenant = $1 order by n');
    expect(rows.map(({ action }) => action)).toEqual([
      'hold',
      'hold lifted',
      'retention',
      'token added',
      'token revoked',
    ]);
    expect(new Set(rows.map(({ server }) => server)).size).toBe(1);
    const broken = async () => (await verify(archive.database)).wrong.filter((line) => line.startsWith('audit'));
    const tamper = (sql: string) =>
      archive.database.transaction({ role: 'owner' }, async (queries) => {
        await queries.run('alter table team_audit disable trigger user');
        await queries.run(sql);
        await queries.run('alter table team_audit enable trigger user');
      });
    const [, lifted] = rows;
    const place = `where server = '${lifted?.server}' and n = ${lifted?.n}`;
    await tamper(`update team_audit set detail = 'another' ${place}`);
    expect(await broken()).toEqual([`audit ${lifted?.server}: row ${lifted?.n} is not as it was written`]);
    await tamper(`delete from team_audit ${place}`);
    expect(await broken()).toEqual([`audit ${lifted?.server}: 1 rows are missing before row ${Number(lifted?.n) + 1}`]);
  });

  it('leaves what retain drops in the audit, and nothing where it drops nothing', async () => {
    const actions = async () =>
      (await ask("select detail from team_audit where tenant = $1 and action = 'retain'")).map(({ detail }) => detail);
    await send({ thread: 'old', at: YEAR_AGO, text: 'words' });
    await setRetention(archive.database, tenant, { usage: 1 });
    await retain(archive.database, true);
    expect(await actions()).toEqual([]);
    await retain(archive.database, false);
    expect(await actions()).toEqual([expect.stringContaining('usage 1 rows')]);
    await retain(archive.database, false);
    expect(await actions()).toEqual([expect.stringContaining('usage 1 rows')]);
  });
});

import type { FoldedSession } from 'threadline/archive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresSink, retain, setRetention, verify } from '../../src/fleet/postgres/index.ts';
import { startArchive, type TestArchive } from '../postgres/archive.ts';

const started = await startArchive();
const skip = 'skip' in started ? started.skip : false;
// Where there is no server nothing below runs.
const archive = started as TestArchive;

const ask = (sql: string, values: unknown[] = []) =>
  archive.database.transaction({ role: 'owner' }, (queries) => queries.all(sql, values));

let sources = 0;
async function addSource(tenant: number, head: number, seen = 'now()'): Promise<string> {
  sources += 1;
  const machine = await ask('insert into machine(tenant, name) values ($1, $2) returning id', [tenant, `m${sources}`]);
  const [row] = await ask(
    `insert into source(tenant, machine_id, agent, home, path, path_hash, generation, head, folded, mode, seen_at)
      values ($1, $2, 'codex', '/h', 'p', '\\x00', 'g', $3, $3, 'full', ${seen}) returning id`,
    [tenant, machine[0]?.id, head],
  );
  return String(row?.id);
}

async function addSegment(tenant: number, source: string, start: number, size: number, at = 'now()'): Promise<void> {
  await ask(`select make_month('segment', ${at})`);
  await ask(
    `insert into segment(tenant, source_id, start, size, packed, body, redaction, at)
      values ($1, $2, $3, $4, 1, '\\x00', '', ${at})`,
    [tenant, source, start, size],
  );
}

let sessions = 0;
async function addSession(tenant: number, source: string, times: readonly string[]): Promise<string> {
  sessions += 1;
  const [row] = await ask(
    `insert into session(tenant, agent, thread_id, home, source_id, path, archived, turns, messages, blocks, tools, errors,
      problems, size, status, status_until, later_status, revision, ended_at)
      values ($1, 'codex', $2, '/h', $3, 'p', false, 1, 1, $4, 0, 0, 0, 1, 'done', now(), 'done', 0, now()) returning id`,
    [tenant, `t${sessions}`, source, times.length],
  );
  for (const [seq, at] of times.entries()) {
    await ask(`select make_month('block', ${at})`);
    await ask(
      `insert into block(tenant, session_id, seq, at, said_ms, message, role, kind, inherited, line, omitted, body, hash, odd, words)
        values ($1, $2, $3, ${at}, 0, 'm', 'user', 'text', false, 1, 0, 'text', '\\x00', 0, '')`,
      [tenant, row?.id, seq],
    );
  }
  return String(row?.id);
}

const blocksOf = async (tenant: number) => (await ask('select 1 from block where tenant = $1', [tenant])).length;
const LONG_AGO = "now() - interval '150 days'";

describe.skipIf(skip)('what an archive on PostgreSQL keeps', () => {
  let one = 0;
  let two = 0;
  beforeAll(async () => {
    one = (await archive.createTenant()).id;
    two = (await archive.createTenant()).id;
  });
  afterAll(() => archive.close());

  it('is dropped when it is older than its tenant says: whole months, or the rows of one tenant', async () => {
    const mine = await addSource(one, 0);
    const theirs = await addSource(two, 0);
    const undated = await addSource(one, 0, LONG_AGO);
    await addSession(one, mine, ["now() - interval '400 days'", LONG_AGO, 'now()']);
    await addSession(two, theirs, [LONG_AGO, 'now()']);
    await addSession(one, undated, ["timestamptz 'epoch'"]);
    await addSession(one, mine, ["timestamptz 'epoch'"]);
    await setRetention(archive.database, two, { text: 200 });
    const would = await retain(archive.database, true);
    expect(would.map(({ what, tenant, rows }) => [what, tenant, rows])).toEqual([
      ['text', 'tenant 1', 1],
      ['text', undefined, 1],
      ['text', 'tenant 1', 1],
    ]);
    expect(would.map(({ month }) => month)).toEqual(['undated', expect.any(String), expect.any(String)]);
    expect([await blocksOf(one), await blocksOf(two)]).toEqual([5, 2]);
    expect(await retain(archive.database, false)).toEqual(would);
    expect([await blocksOf(one), await blocksOf(two)]).toEqual([2, 2]);
    expect(await retain(archive.database, true)).toEqual([]);
    expect(await ask('select 1 from session where tenant = $1', [one])).toHaveLength(3);
  });

  it('does not come back when a file is folded again', async () => {
    const { id: tenant } = await archive.createTenant();
    const day = 86_400_000;
    const at = (days: number) => Date.now() - days * day;
    const block = { message: 'm', role: 'user', kind: 'text', inherited: false, line: 1 } as const;
    const times = [at(150), at(1)];
    const fold: FoldedSession = {
      head: {
        key: { agent: 'codex', threadId: 'long', home: '/h' },
        path: 'p',
        archived: false,
        startedAt: times[0],
        endedAt: times[1],
        status: { now: 'done', until: 0, later: 'done' },
        turns: 2,
        messages: 2,
        tools: 0,
        errors: 0,
        problems: 0,
        size: 10,
      },
      blocks: times.map((time) => ({ ...block, at: time, text: `said ${time}` })),
    };
    const sink = createPostgresSink(archive.database, { tenant });
    await sink.putSession(fold);
    expect(await blocksOf(tenant)).toBe(2);
    const words = async () =>
      (await ask('select word from word where tenant = $1 order by word', [tenant])).map(({ word }) => word);
    expect(await words()).toEqual([...times.map(String), 'said'].sort());
    await retain(archive.database, true);
    expect(await words()).toHaveLength(3);
    await retain(archive.database, false);
    expect(await blocksOf(tenant)).toBe(1);
    // Words that are said no more are gone, those that are still said are not.
    expect(await words()).toEqual([String(times[1]), 'said']);
    expect((await sink.putSession(fold)).written).toBe(0);
    expect(await blocksOf(tenant)).toBe(1);
    expect(await retain(archive.database, true)).toEqual([]);
  });

  it('takes the tokens of logins that ended a month ago along', async () => {
    const add = `insert into team_token(tenant, name, hash, audience, kind, scopes, expires_at, renew_until, revoked_at)
      select $1, name, decode(md5(name), 'hex'), '', kind, '{}', now() + ends * interval '1 day', now() + renews * interval '1 day',
        now() + revoked * interval '1 day'
      from (values ('ended', 'login', -40, -31, null), ('renewed', 'login', -40, 9, -31), ('renewable', 'login', -40, 1, null),
        ('page', 'page', -31, null, null), ('today', 'page', -1, null, null), ('program', 'added', -99, null, null))
        as given(name, kind, ends, renews, revoked)`;
    await ask(add, [one]);
    const kept = async () => (await ask('select name from team_token order by name')).map(({ name }) => name);
    await retain(archive.database, true);
    expect(await kept()).toHaveLength(6);
    await retain(archive.database, false);
    expect(await kept()).toEqual(['program', 'renewable', 'today']);
  });

  it('keeps raw bytes and usage for ever unless it is told otherwise', async () => {
    const source = await addSource(one, 10);
    await addSegment(one, source, 0, 10, LONG_AGO);
    expect(await retain(archive.database, true)).toEqual([]);
    await setRetention(archive.database, one, { raw: 30 });
    const [due] = await retain(archive.database, true);
    expect(due).toMatchObject({ what: 'raw', rows: 1 });
    expect(due?.bytes).toBeGreaterThan(0);
    await retain(archive.database, false);
    expect(await ask('select 1 from segment where source_id = $1', [source])).toEqual([]);
    await setRetention(archive.database, one, { raw: undefined });
    await ask('delete from source where id = $1', [source]);
  });

  it('is verified: gaps, overlaps, heads, blocks that are missing, sources that are parked', async () => {
    await ask(
      'update session set ended_at = null, blocks = (select count(*) from block where session_id = session.id)',
    );
    const good = await verify(archive.database);
    expect(good).toMatchObject({ wrong: [], parked: [] });
    const gap = await addSource(one, 30);
    await addSegment(one, gap, 0, 10);
    await addSegment(one, gap, 20, 10);
    const overlap = await addSource(two, 15);
    await addSegment(two, overlap, 0, 10);
    await addSegment(two, overlap, 5, 10);
    const short = await addSource(one, 20);
    await addSegment(one, short, 0, 10);
    const empty = await addSource(one, 20);
    const session = await addSession(two, overlap, ['now()', 'now()']);
    await ask('update session set started_at = now() where id = $1', [session]);
    await ask('delete from block where session_id = $1 and seq = 1', [session]);
    await ask(
      "insert into job(tenant, kind, source_id, due, tries, problem) values ($1, 'fold', $2, now(), 5, 'no room')",
      [one, short],
    );
    const { wrong, parked, segments } = await verify(archive.database);
    expect(wrong).toEqual([
      `source ${gap}: a gap from byte 10 to 20`,
      `source ${overlap}: segments overlap from byte 5 to 10`,
      `source ${short}: its head is 20, its segments end at 10`,
      `source ${empty}: its head is 20, and there are no segments`,
      `session ${session}: 2 blocks are told, 1 are there`,
    ]);
    expect(parked).toEqual([{ source: short, problem: 'no room' }]);
    expect(segments).toBe(5);
  });
});

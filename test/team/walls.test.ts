import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { findMissingHeads, readAuditHead } from '../../src/fleet/postgres/audit-heads.ts';
import type { Queries } from '../../src/fleet/postgres/connect.ts';
import type { TeamReader } from '../../src/fleet/postgres/team-reader.ts';
import { verify } from '../../src/fleet/postgres/verify.ts';
import { startTeamArchive, type TeamArchive } from './team-archive.ts';

const started = await startTeamArchive();
const archive = started as TeamArchive; // Where there is none nothing below runs.
afterAll(async () => {
  if (!('skip' in started)) await started.close();
});

const as = (reader: TeamReader | undefined, sql: string, values: unknown[] = []) =>
  archive.team.transaction({ role: 'team', tenant: archive.tenant, reader }, (queries: Queries) =>
    queries.all(sql, values),
  );
const reader = (person: number, more: Partial<TeamReader> = {}): TeamReader => ({
  person,
  teams: [],
  admin: false,
  text: true,
  ...more,
});
const threads = async (of: TeamReader | undefined, table = 'session') =>
  (await as(of, `select distinct thread_id from ${table} order by 1`)).map((row) => row.thread_id);

describe.skipIf('skip' in started)('the login of a team server', () => {
  it('sees no row of any table of sessions without a reader', async () => {
    const anna = await archive.createPerson('anna', ['g-core']);
    await archive.createPerson('bob', ['g-core']);
    await archive.configure({ core: ['g-core'], ops: ['g-ops'] }, ['g-admin']);
    const owner = { person: anna, machine: 'anna-laptop' };
    await archive.putSession(owner, {
      threadId: 'a-private',
      text: 'zebracorn',
      seenBy: { usage: 'private', text: 'private' },
    });
    await archive.putSession(owner, { threadId: 'a-default', text: 'quaggaphone' });
    await archive.putSession(owner, { threadId: 'a-team', text: 'okapitron', seenBy: { text: 'team' } });
    await archive.putSession(owner, { threadId: 'a-all', text: 'tapirware', seenBy: { usage: 'all', text: 'all' } });
    for (const table of [
      'session',
      'block',
      'touched',
      'usage',
      'usage_sum',
      'usage_stale',
      'work_sum',
      'session_source',
    ])
      expect(await as(undefined, `select count(*)::int as n from ${table}`), table).toEqual([{ n: 0 }]);
    for (const [table, column] of [
      ['source', 'id'],
      ['segment', 'source_id'],
      ['machine', 'name'],
    ])
      expect(await as(undefined, `select ${column} from ${table}`), table).toEqual([]);
  });

  it('sees own sessions always, those of colleagues by their visibility, and of strangers what is for all', async () => {
    const [anna, bob, eve] = [1, 2, await archive.createPerson('eve', ['g-ops'])];
    expect(await threads(reader(anna))).toEqual(['a-all', 'a-default', 'a-private', 'a-team']);
    expect(await threads(reader(bob, { teams: ['core'] }))).toEqual(['a-all', 'a-team']);
    expect(await threads(reader(bob, { teams: ['core'] }), 'usage')).toEqual(['a-all', 'a-default', 'a-team']);
    expect(await threads(reader(eve, { teams: ['ops'] }))).toEqual(['a-all']);
    expect(await threads(reader(eve, { teams: ['ops'] }), 'usage')).toEqual(['a-all']);
    expect(await threads(reader(0))).toEqual(['a-all']);
    expect(await threads(reader(eve, { teams: ['ops'], admin: true }))).toEqual(['a-all']);
  });

  it('reads figures and no text with a token for figures', async () => {
    expect(await threads(reader(1, { text: false }))).toEqual([]);
    expect(await threads(reader(1, { text: false }), 'usage')).toHaveLength(4);
    expect(await as(reader(1, { text: false }), 'select body from block')).toEqual([]);
  });

  it('finds by words and by parts of words only what its reader sees', async () => {
    const found = async (of: TeamReader, word: string) => {
      const sql = `select count(*)::int as n from team_search_block($1::tsquery, 1, null, null, null, null, null, null, false, null, null, null, null, 10)`;
      return (await as(of, sql, [word]))[0]?.n;
    };
    const words = async (of: TeamReader, part: string) =>
      (await as(of, 'select team_words_with($1, false, 100) as word', [part])).map(({ word }) => word);
    expect(await found(reader(1), 'zebracorn')).toBe(1);
    expect(await found(reader(2, { teams: ['core'] }), 'zebracorn')).toBe(0);
    expect(await found(reader(2, { teams: ['core'] }), 'okapitron')).toBe(1);
    expect(await words(reader(1), 'brac')).toEqual(['zebracorn']);
    expect(await words(reader(2, { teams: ['core'] }), 'brac')).toEqual([]);
    expect(await words(reader(2, { teams: ['core'] }), 'kapit')).toEqual(['okapitron']);
  });

  it.each([
    ['the functions of readers', "select words_with('a', false, 10)"],
    ['the audit', 'select * from team_audit'],
    ['hashes of tokens', 'select hash from team_token'],
    ['hashes of machines', 'select hash from token'],
    ['people', 'select * from person'],
    ['paths of files', 'select path from source'],
    ['the secret that seals', 'select * from team_secret'],
  ])('may not read %s', async (_, sql) => {
    await expect(as(reader(1), sql)).rejects.toThrow('does not allow this');
  });

  it.each([
    ['a row of the audit', `insert into team_audit values ('${randomUUID()}', 1, '', '', 1, now(), 1, 1, '', 'read')`],
    ['an earlier row', "update team_audit set action = 'nothing'"],
    ['a row less', 'delete from team_audit'],
    ['an empty audit', 'truncate team_audit'],
    ['the audit of readers', "insert into audit(tenant, actor, action) values (1, 'bob', 'read')"],
    ['a session', 'update session set text_seen_by = 2'],
    ['a rule', 'insert into visibility_rule(tenant, usage_seen_by, text_seen_by) values (1, 2, 2)'],
    ['a policy', 'drop policy of_reader on session'],
    ['a person', "insert into person(tenant, issuer, sub) values (1, 'x', 'y')"],
  ])('may not write %s', async (_, sql) => {
    await expect(as(reader(1), sql)).rejects.toThrow();
  });

  it('sees nothing of another tenant, and gets no more rights by leaving its role', async () => {
    const { id } = await archive.createTenant();
    const other = archive.team.transaction(
      { role: 'team', tenant: id, reader: reader(1, { admin: true }) },
      (queries) => queries.all('select 1 from session'),
    );
    expect(await other).toEqual([]);
    const client = new pg.Client({ connectionString: archive.teamUrl });
    await client.connect();
    try {
      await client.query(`set threadline.tenant = '${archive.tenant}'`);
      expect((await client.query('select 1 from threadline.session')).rows).toEqual([]);
      expect((await client.query('select 1 from threadline.block')).rows).toEqual([]);
      await expect(client.query('set role threadline_worker')).rejects.toThrow();
      await expect(client.query('set role threadline_reader')).rejects.toThrow();
      const { rows } = await client.query('select rolbypassrls, rolsuper from pg_roles where rolname = current_user');
      expect(rows).toEqual([{ rolbypassrls: false, rolsuper: false }]);
    } finally {
      await client.end();
    }
  });

  it('leaves nothing of a reader on a connection that somebody else gets', async () => {
    const client = new pg.Client({ connectionString: archive.teamUrl });
    await client.connect();
    try {
      const mine = reader(1);
      await client.query(
        `begin; set local threadline.reader = '${mine.person}'; set local threadline.text = 'on'; commit`,
      );
      const { rows } = await client.query(
        'select threadline.current_reader() as reader, threadline.reads_text() as text',
      );
      expect(rows).toEqual([{ reader: null, text: false }]);
    } finally {
      await client.end();
    }
  });
});

describe.skipIf('skip' in started)('a rule of visibility', () => {
  const DAY = 86_400_000;

  it('that is wider holds for sessions that begin after it, and a stricter one at once for all', async () => {
    const carl = await archive.createPerson('carl', ['g-core']);
    const owner = { person: carl, machine: 'carl-laptop' };
    const bob = reader(2, { teams: ['core'] });
    const mine = async () => (await threads(bob)).filter((id) => String(id).startsWith('c-'));
    await archive.putSession(owner, { threadId: 'c-before', text: 'one', startedAt: Date.now() - DAY });
    expect(await archive.configure({ core: ['g-core'], ops: ['g-ops'] }, ['g-admin'], 'team', 'team')).toBe(true);
    expect(await archive.configure({ core: ['g-core'], ops: ['g-ops'] }, ['g-admin'], 'team', 'team')).toBe(false);
    await archive.putSession(owner, { threadId: 'c-after', text: 'two', startedAt: Date.now() + 1000 });
    await archive.putSession(owner, { threadId: 'c-backdated', text: 'three', startedAt: Date.now() - DAY });
    expect(await mine()).toEqual(['c-after']);
    await archive.configure({ core: ['g-core'] }, ['g-admin'], 'private', 'private');
    expect(await mine()).toEqual([]);
    expect(await threads(bob, 'usage')).not.toContain('c-after');
    await archive.configure({ core: ['g-core'] }, ['g-admin'], 'team', 'private');
  });

  it('is no match for the word of an owner, which nobody else has', async () => {
    const eve = reader(3, { admin: true });
    const choose = (of: TeamReader) => as(of, "select team_choose('codex', 'a-private', null, 2::smallint) as chosen");
    expect(await choose(eve)).toEqual([{ chosen: false }]);
    expect(await threads(eve)).not.toContain('a-private');
  });

  it('moves nothing that was sent before, when a machine gets another owner', async () => {
    await archive.database.transaction({ role: 'owner' }, (queries) =>
      queries.run("update token set person_id = 3 where name = 'anna-laptop'"),
    );
    await archive.database.transaction({ role: 'owner' }, (queries) =>
      queries.run("update machine set token_id = token_id where name = 'anna-laptop'"),
    );
    await archive.putSession({ person: 3, machine: 'anna-laptop' }, { threadId: 'e-first', text: 'new owner' });
    expect(await threads(reader(3))).toEqual(['a-all', 'e-first']);
    expect(await threads(reader(1))).toEqual(['a-all', 'a-default', 'a-private', 'a-team']);
  });
});

describe.skipIf('skip' in started)('the audit of a team server', () => {
  const server = randomUUID();
  const note = (thread: string) =>
    as(undefined, 'select n::int, encode(hash, $9) as hash from note_team($1, $2, $3, $4, $5, $6, $7, $8)', [
      server,
      1,
      2,
      '192.0.2.1',
      'read',
      'codex',
      thread,
      null,
      'hex',
    ]);

  it('is a chain for each server process, which archive verify computes anew', async () => {
    const hashes = new Set<unknown>();
    for (const [index, thread] of ['one', 'zwei ü', ''].entries()) {
      const [row] = await note(thread);
      expect(row?.n).toBe(index + 1);
      hashes.add(row?.hash);
    }
    await as(undefined, 'select note_team($1, null, null, null, $2, null, null, null)', [randomUUID(), 'start']);
    expect(hashes.size).toBe(3);
    expect((await verify(archive.database)).wrong).toEqual([]);
  });

  it('is not changed by its owner either, and shows who went around that', async () => {
    const asOwner = (sql: string) => archive.database.transaction({ role: 'owner' }, (queries) => queries.run(sql));
    await expect(asOwner('update team_audit set person_id = 9')).rejects.toThrow();
    await expect(asOwner('delete from team_audit')).rejects.toThrow();
    await expect(asOwner('truncate team_audit')).rejects.toThrow();
    await expect(asOwner('delete from audit')).resolves.toBe(0);
    const around = (sql: string) =>
      asOwner(`alter table team_audit disable trigger user; ${sql}; alter table team_audit enable trigger user`);
    await around(`update team_audit set person_id = 9 where server = '${server}' and n = 2`);
    expect((await verify(archive.database)).wrong).toEqual([`audit ${server}: row 2 is not as it was written`]);
    await around(`delete from team_audit where server = '${server}' and n = 2`);
    expect((await verify(archive.database)).wrong).toEqual([`audit ${server}: 1 rows are missing before row 3`]);
  });

  it('whose end was cut off is whole by itself, and not by the log of its server', async () => {
    const own = randomUUID();
    const add = async () => {
      const sql =
        "select n::text, encode(hash, 'hex') as hash from note_team($1, null, null, null, 'read', null, null, null)";
      const [row] = await as(undefined, sql, [own]);
      return `threadline: team: audit ${own} row ${row?.n} ${row?.hash}`;
    };
    const lines = [await add(), 'another line', await add(), await add()];
    const heads = () =>
      findMissingHeads(
        archive.database,
        lines.flatMap((line) => readAuditHead(line) ?? []),
      );
    expect(await heads()).toEqual([]);
    const asOwner = (sql: string) => archive.database.transaction({ role: 'owner' }, (queries) => queries.run(sql));
    await asOwner(
      `alter table team_audit disable trigger user; delete from team_audit where server = '${own}' and n = 3;
        alter table team_audit enable trigger user`,
    );
    expect((await verify(archive.database)).wrong.filter((line) => line.includes(own))).toEqual([]);
    expect(await heads()).toEqual([`audit ${own}: row 3 is not there as its server told it`]);
  });
});

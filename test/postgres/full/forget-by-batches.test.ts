import type { FoldedBlock, FoldedSession } from 'threadline/archive';
import { afterAll, describe, expect, it } from 'vitest';
import { forget, planForget } from '../../../src/fleet/postgres/forget.ts';
import { openPostgresStore } from '../../../src/fleet/postgres/open-store.ts';
import { createPostgresSink } from '../../../src/fleet/postgres/postgres-sink.ts';
import { removeSessions } from '../../../src/fleet/postgres/remove-sessions.ts';
import { dropStaleWords } from '../../../src/fleet/postgres/stale-words.ts';
import { makeSecret } from '../../made-secrets.ts';
import { startArchive, type TestArchive } from '../archive.ts';
import { filledSession } from '../filled-session.ts';

const started = await startArchive();
const skip = 'skip' in started;
// Where it is missing, nothing below is run.
const archive = started as TestArchive;
afterAll(() => (skip ? undefined : archive.close()));

const { secret } = makeSecret('anthropic', 5);

const blockOf = (text: string, line: number): FoldedBlock => ({
  message: 'm',
  role: 'user',
  kind: 'text',
  inherited: false,
  at: 1,
  line,
  text,
});

/** A session of a machine, with words that no other has. */
function session(machine: string, number: number, ...more: FoldedBlock[]): FoldedSession {
  const fold = filledSession(`${machine}-${number}`);
  const text = `shared${machine} own${machine}${number} everywhere ${number === 0 ? secret : ''}`;
  const head = { ...fold.head, machine, path: `/h/${number}.jsonl` };
  return { ...fold, head, blocks: [blockOf(text, 1), ...more] };
}

const asOwner = (tenant: number, sql: string) =>
  archive.database.transaction({ role: 'owner', tenant }, (queries) => queries.all(sql, [tenant]));
const wordsOf = async (tenant: number) => {
  const sql = `select word from word where tenant = $1 union select word from secret_word where tenant = $1 order by word`;
  return (await asOwner(tenant, sql)).map(({ word }) => String(word));
};
const countsOf = async (tenant: number) => {
  const kept = 'select sum(sessions) as sessions, sum(blocks) as blocks from session_count where tenant = $1';
  const counted = 'select count(*) as sessions, coalesce(sum(blocks), 0) as blocks from session where tenant = $1';
  return [await asOwner(tenant, kept), await asOwner(tenant, counted)].map(([row]) => [
    Number(row?.sessions),
    Number(row?.blocks),
  ]);
};

async function filledTenant(count: number) {
  const tenant = await archive.createTenant();
  const sink = createPostgresSink(archive.database, { tenant: tenant.id });
  for (let number = 0; number < count; number += 1) {
    for (const machine of ['anna', 'ben']) await sink.putSession(session(machine, number));
  }
  return { ...tenant, sink };
}

describe.skipIf(skip)('forgetting many sessions', () => {
  it('takes their words with them, also those of secrets, and leaves every word that others say', async () => {
    const tenant = await filledTenant(45);
    const before = await wordsOf(tenant.id);
    expect(before).toEqual(expect.arrayContaining(['everywhere', 'sharedanna', 'ownanna44', 'ownben0']));
    const plan = await planForget(archive.database, tenant.id, { machine: 'anna' });
    expect(plan.sessions).toHaveLength(45);
    // Somebody writes meanwhile: batches leave room, and no word goes that a new block needs.
    const writing = tenant.sink.putSession(session('ben', 45));
    await forget(archive.database, tenant.id, plan);
    await writing;
    const after = await wordsOf(tenant.id);
    expect(after.filter((word) => word.includes('anna'))).toEqual([]);
    const kept = before.filter((word) => !word.includes('anna'));
    expect(after).toEqual([...kept, 'ownben45'].sort());
    const store = await openPostgresStore({ url: archive.url, tenant: tenant.name });
    expect((await store.search({ text: 'everywhere', mode: 'words' }, { limit: 100 })).hits).toHaveLength(46);
    expect((await store.usage({ by: 'agent' }))[0]).toMatchObject({ requests: 46 });
    await store.close();
  }, 120_000);

  it('that is cut short leaves the rest to the next run, or to a worker', async () => {
    const tenant = await filledTenant(2);
    const rows = await asOwner(tenant.id, 'select id from session where tenant = $1');
    const ids = rows.map(({ id }) => String(id));
    await archive.database.transaction({ role: 'owner', tenant: tenant.id }, (queries) =>
      removeSessions(queries, tenant.id, ids),
    );
    expect(await wordsOf(tenant.id)).toContain('ownanna0');
    while ((await dropStaleWords(archive.database)) > 0);
    expect(await wordsOf(tenant.id)).toEqual([]);
  });

  it('keeps the counts that a search tells in step with the sessions, whatever comes and goes', async () => {
    const tenant = await filledTenant(3);
    expect(await countsOf(tenant.id)).toEqual([
      [6, 6],
      [6, 6],
    ]);
    await tenant.sink.putSession(session('anna', 1, blockOf('more', 2)));
    await tenant.sink.dropSession({ agent: 'codex', threadId: 'ben-2', home: '/h' });
    const [kept, counted] = await countsOf(tenant.id);
    expect(kept).toEqual(counted);
    expect(kept).toEqual([5, 6]);
    const store = await openPostgresStore({ url: archive.url, tenant: tenant.name });
    expect(await store.search({ text: 'more', mode: 'words' }, { limit: 5 })).toMatchObject({
      searched: { sessions: 5, of: 5 },
    });
    await store.close();
  });
});

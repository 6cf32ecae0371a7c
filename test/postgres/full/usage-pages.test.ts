import type { UsageRow } from 'threadline/usage';
import { afterAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../src/fleet/postgres/open-store.ts';
import { createPostgresSink } from '../../../src/fleet/postgres/postgres-sink.ts';
import { startArchive, type TestArchive } from '../archive.ts';
import { filledSession } from '../filled-session.ts';

const started = await startArchive();
const skip = 'skip' in started;
// Where it is missing, nothing below is run.
const archive = started as TestArchive;
afterAll(() => (skip ? undefined : archive.close()));

const AT = Date.UTC(2026, 10, 1);

async function opened() {
  const { id, name } = await archive.createTenant();
  const sink = createPostgresSink(archive.database, { tenant: id });
  return {
    store: await openPostgresStore({ url: archive.url, tenant: name }),
    /** Requests of a thread, by their keys. */
    async put(threadId: string, requests: readonly (readonly [key: string, at: number])[]) {
      const fold = filledSession(threadId);
      const usage = requests.flatMap(([key, at]) => (fold.usage ?? []).map((row): UsageRow => ({ ...row, key, at })));
      await sink.putSession({ ...fold, usage });
    },
  };
}

describe.skipIf(skip)('pages of requests', () => {
  it('give each once and in order, also those of one time, with keys of any length and letters', async () => {
    const { store, put } = await opened();
    const long = 'k'.repeat(3000);
    const keys = [
      ...'abcdefgh',
      '日本語 🤖',
      'L1',
      'L2',
      `${long}1`,
      `${long}2`,
      `${long}3`,
      'with \0 inside',
      '%_\'"',
    ];
    await put('one', [...keys.map((key) => [key, AT] as const), ['before', AT - 1], ['no time', 0]]);
    await put('two', [
      ['L1', AT],
      ['L2', AT + 0.5],
    ]);
    const whole = (await store.usageRows({}, { limit: 1000 })).rows;
    expect(whole).toHaveLength(keys.length + 4);
    for (const limit of [1, 2, 7]) {
      const rows: UsageRow[] = [];
      let cursor: string | undefined;
      do {
        const page = await store.usageRows({}, { limit, cursor });
        expect(page.rows.length).toBeLessThanOrEqual(limit);
        rows.push(...page.rows);
        cursor = page.next;
      } while (cursor !== undefined);
      expect(rows).toEqual(whole);
    }
    await store.close();
  });

  it('neither repeat nor leave out what was there, while others come and go', async () => {
    const { store, put } = await opened();
    await put(
      'one',
      [5, 4, 3, 2, 1].map((number) => [`r${number}`, AT + number]),
    );
    const first = await store.usageRows({}, { limit: 2 });
    await put('two', [['newer', AT + 100]]);
    // The row that the page ended with is gone.
    await put(
      'one',
      [5, 3, 2, 1].map((number) => [`r${number}`, AT + number]),
    );
    const second = await store.usageRows({}, { limit: 10, cursor: first.next });
    expect([...first.rows, ...second.rows].map(({ key }) => key)).toEqual(['r5', 'r4', 'r3', 'r2', 'r1']);
    await store.close();
  });

  it('take no cursor but their own', async () => {
    const { store, put } = await opened();
    await put('one', [
      ['r1', AT],
      ['r2', AT],
    ]);
    const { next = '' } = await store.usageRows({}, { limit: 1 });
    for (const cursor of [
      '',
      '1',
      '1.2',
      `${next}.`,
      next.replace(/\.[0-9a-f]{32}\./, '.x.'),
      `'${next}`,
      `${next}\n`,
    ]) {
      await expect(store.usageRows({}, { limit: 1, cursor }), cursor).rejects.toThrow(TypeError);
    }
    await store.close();
  });
});

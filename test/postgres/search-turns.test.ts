import { afterAll, describe, expect, it } from 'vitest';
import type { SearchQuery } from '../../src/archive/model/search-query.ts';
import { createPostgresSink } from '../../src/fleet/postgres/postgres-sink.ts';
import { type Read, search } from '../../src/fleet/postgres/search.ts';
import { startArchive, type TestArchive } from './archive.ts';
import { filledSession } from './filled-session.ts';

const started = await startArchive();
const { database, createTenant } = started as TestArchive; // Where there is none nothing below runs.

describe.skipIf('skip' in started)('the turns that a search takes among all readers', () => {
  afterAll(async () => {
    if (!('skip' in started)) await started.close();
  }, 60_000);

  it('are one where an index finds it whole, and one for each statement where texts decide', async () => {
    const { id: tenant } = await createTenant();
    const sink = createPostgresSink(database, { tenant });
    await sink.putSession(filledSession('one'));
    let turns = 0;
    const read: Read = (run) => {
      turns += 1;
      return database.transaction({ role: 'reader', tenant, readOnly: true }, run);
    };
    const turnsOf = async (query: SearchQuery) => {
      turns = 0;
      const { hits } = await search(read, 'owner', query, { limit: 20 });
      expect([query.text, hits.length > 0]).toEqual([query.text, true]);
      return turns;
    };
    for (const query of [
      { text: 'swordfish', mode: 'words' },
      { text: 'password swordfish', mode: 'words', role: 'user' },
      { text: 'sword*', mode: 'words' },
      { text: 'wordfish', mode: 'exact' },
    ] as const)
      expect([query.text, await turnsOf(query)]).toEqual([query.text, 1]);
    for (const query of [
      { text: 'sw.rdfish', mode: 'regex' },
      { text: 'swordfish', mode: 'words', best: true },
    ] as const)
      expect(await turnsOf(query)).toBeGreaterThan(1);
  });
});

import type { SearchMode } from 'threadline/archive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../src/fleet/postgres/open-store.ts';
import { createPostgresSink } from '../../../src/fleet/postgres/postgres-sink.ts';
import { startArchive, type TestArchive } from '../archive.ts';
import { filledSession } from '../filled-session.ts';

const started = await startArchive();
const skip = 'skip' in started;
// Where it is missing, nothing below is run.
const archive = started as TestArchive;
afterAll(() => (skip ? undefined : archive.close()));

const DAY = 24 * 60 * 60_000;
/** Some of the texts have no time, some are of years ago. */
const AGES = [0, 1, 6, 8, 20, 60, 200, 400, 1000, 2000];
let name = '';

beforeAll(async () => {
  if (skip) return;
  const tenant = await archive.createTenant();
  name = tenant.name;
  const sink = createPostgresSink(archive.database, { tenant: tenant.id });
  for (const [number, days] of AGES.entries()) {
    const at = number === AGES.length - 1 ? 0 : Date.now() - days * DAY;
    const fold = filledSession(`s${number}`, at || undefined);
    const block = { message: 'm', role: 'user', kind: 'text', inherited: false, at, line: 1 } as const;
    const head = { ...fold.head, startedAt: at || undefined, endedAt: at || undefined };
    await sink.putSession({ ...fold, head, blocks: [{ ...block, text: `so =>{ ${number} err${number}42` }] });
  }
});

/** All hits, page by page, each search with this much time. */
async function searchAll(text: string, mode: SearchMode, scanMs: number, limit: number) {
  const store = await openPostgresStore({ url: archive.url, tenant: name });
  const found: string[] = [];
  const froms: number[] = [];
  let pages = 0;
  for (let cursor: string | undefined; pages < 100; pages += 1) {
    const page = await store.search({ text, mode }, { limit, cursor }, { scanMs });
    expect(page.scanned).toBe(true);
    found.push(...page.hits.map(({ session }) => session.threadId));
    if (page.searchedFrom !== undefined) froms.push(page.searchedFrom);
    cursor = page.next;
    if (cursor === undefined) break;
  }
  await store.close();
  return { found, froms, pages };
}

describe.skipIf(skip)('a search that no index helps', () => {
  const all = AGES.map((_, number) => `s${number}`);

  it.each([
    ['=>{', 'exact'],
    [String.raw`r\d+2$`, 'regex'],
  ] as const)('looks at everything if there is time: %s', async (text, mode) => {
    expect(await searchAll(text, mode, 60_000, 100)).toMatchObject({ found: all, froms: [], pages: 0 });
  });

  it.each([
    ['=>{', 'exact', 100],
    ['=>{', 'exact', 1],
    [String.raw`r\d+2$`, 'regex', 100],
    [String.raw`r\d+2$`, 'regex', 2],
  ] as const)(
    'that has no time says how far back it looked, and goes on there: %s %s, pages of %s',
    async (text, mode, limit) => {
      const { found, froms, pages } = await searchAll(text, mode, 0, limit);
      expect(found).toEqual(all);
      expect(pages).toBeGreaterThan(2);
      expect(froms.length).toBeGreaterThan(1);
      expect(froms).toEqual([...froms].sort((one, other) => other - one));
    },
  );

  it('keeps to the times that were asked for', async () => {
    const store = await openPostgresStore({ url: archive.url, tenant: name });
    const query = { text: '=>{', mode: 'exact', since: Date.now() - 300 * DAY, until: Date.now() - 7 * DAY } as const;
    const { hits, searchedFrom } = await store.search(query, { limit: 10 });
    expect([hits.map(({ session }) => session.threadId), searchedFrom]).toEqual([['s3', 's4', 's5', 's6'], undefined]);
    await store.close();
  });
});

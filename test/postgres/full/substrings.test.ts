import type { SessionKey, ThreadSink, ThreadStore } from 'threadline/archive';
import { afterAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../src/fleet/postgres/open-store.ts';
import { createPostgresSink } from '../../../src/fleet/postgres/postgres-sink.ts';
import {
  claudeSession,
  codexHead,
  codexId,
  codexTurn,
  createRandom,
  geminiChat,
  madeHome,
  randomText,
} from '../../archive/made-home.ts';
import { allBlocks, pickString, SUBSTRINGS } from '../../archive/substrings.ts';
import { tempArchive, tempFolder } from '../../archive/temp-archive.ts';
import { startArchive, type TestArchive } from '../archive.ts';

const started = await startArchive();
const skip = 'skip' in started;
// Where it is missing, nothing below is run.
const archive = started as TestArchive;
afterAll(() => (skip ? undefined : archive.close()));

/** Writes all sessions of one store to another. */
async function copy(store: ThreadStore, sink: ThreadSink): Promise<void> {
  const { rows } = await store.listSessions({ subagents: true }, { limit: 1000 });
  for (const row of rows) {
    const blocks = await store.readBlocks(row.key, { from: 0, count: 10_000 });
    await sink.putSession({
      head: { ...row, status: { now: row.status, until: 0, later: row.status } },
      blocks: blocks.map(({ seq: _seq, input, ...block }) => ({ ...block, input: input && JSON.stringify(input) })),
    });
  }
}

const turn = (random: () => number, number: number) =>
  codexTurn(number, { ask: randomText(random), result: randomText(random, 200), answer: randomText(random) });

async function places(store: ThreadStore, query: Parameters<ThreadStore['search']>[0]): Promise<string[]> {
  const { hits } = await store.search(query, { limit: 10_000 });
  const nameOf = ({ agent, threadId }: SessionKey) => `${agent} ${threadId}`;
  return hits.map((hit) => `${nameOf(hit.session)} ${hit.seq} ${hit.before}[${hit.match}]${hit.after}`).sort();
}

describe.skipIf(skip)('search on PostgreSQL', () => {
  it(
    'finds what search on SQLite finds: every string of every message, its words, its beginnings, its phrases',
    async () => {
      const random = createRandom(Number(process.env.THREADLINE_SEED ?? 11));
      const home = madeHome(tempFolder('home'));
      for (let number = 0; number < 12; number += 1) {
        const turns = Array.from({ length: 6 }, (_, index) => turn(random, number * 10 + index));
        home.write(number, codexHead(codexId(number)) + turns.join(''));
      }
      const texts = () => Array.from({ length: 30 }, () => randomText(random));
      claudeSession(home.path, '11111111-2222-4333-8444-555555555555', texts());
      geminiChat(home.path, '22222222-2222-4333-8444-555555555555', texts());
      const here = await tempArchive({ homes: [home.path] });
      await here.refresh();
      const tenant = await archive.createTenant();
      await copy(here, createPostgresSink(archive.database, { tenant: tenant.id }));
      const there = await openPostgresStore({ url: archive.url, tenant: tenant.name });
      expect(await allBlocks(there)).toEqual(await allBlocks(here));
      const blocks = (await allBlocks(here)).filter(({ block }) => block.text.length >= 5);
      for (let index = 0; index < SUBSTRINGS; index += 1) {
        const { text, key, block } = pickString(blocks, random);
        const found = await places(there, { text, mode: 'exact' });
        expect(found, text).toEqual(await places(here, { text, mode: 'exact' }));
        expect(
          found.some((place) => place.startsWith(`${key.agent} ${key.threadId} ${block.seq} `)),
          text,
        ).toBe(true);
        const word = text.trim().split(/\s+/).at(-1) ?? text;
        for (const query of [
          { text: word, mode: 'words' },
          { text: `${[...word].slice(0, 3).join('')}*`, mode: 'words' },
          { text: text.trim() || text, mode: 'phrase' },
        ] as const) {
          if (index % 5 === 0) expect(await places(there, query), query.text).toEqual(await places(here, query));
        }
      }
      await there.close();
    },
    120_000 + SUBSTRINGS * 1000,
  );
});

import type { Archive } from 'threadline/archive';
import { describe, expect, it } from 'vitest';
import {
  claudeSession,
  codexHead,
  codexId,
  codexTurn,
  createRandom,
  geminiChat,
  madeHome,
  randomText,
} from './made-home.ts';
import { allBlocks, missed, SUBSTRINGS } from './substrings.ts';
import { tempArchive, tempFolder } from './temp-archive.ts';

const SESSIONS = 12;

const turn = (random: () => number, number: number) =>
  codexTurn(number, { ask: randomText(random), result: randomText(random, 200), answer: randomText(random) });

describe('exact search', () => {
  it(
    'finds every string of every message, also after more was appended, and the same in a fresh archive',
    async () => {
      const random = createRandom(Number(process.env.THREADLINE_SEED ?? 7));
      const home = madeHome(tempFolder('home'));
      for (let number = 0; number < SESSIONS; number += 1) {
        home.write(number, codexHead(codexId(number)) + turn(random, 1) + turn(random, 2));
      }
      claudeSession(
        home.path,
        '11111111-2222-4333-8444-555555555555',
        Array.from({ length: 20 }, () => randomText(random)),
      );
      geminiChat(
        home.path,
        '22222222-2222-4333-8444-555555555555',
        Array.from({ length: 20 }, () => randomText(random)),
      );
      const archive = await tempArchive({ homes: [home.path] });
      await archive.refresh();
      expect(await missed(archive, random, SUBSTRINGS)).toEqual([]);
      for (let count = 0; count < 50; count += 1) {
        home.append(Math.floor(random() * SESSIONS), turn(random, 10 + count));
        if (count % 10 === 9) await archive.refresh();
      }
      expect(await missed(archive, random, SUBSTRINGS)).toEqual([]);
      expect(await archive.verify()).toEqual([]);
      const fresh = await tempArchive({ homes: [home.path] });
      await fresh.refresh();
      expect(await allBlocks(archive)).toEqual(await allBlocks(fresh));
      for (const text of ['error', 'エンジン', '🤖', 'foo.bar', 'adloc', 'Прив']) {
        const hits = async (which: Archive) => (await which.search({ text, mode: 'exact' }, { limit: 10_000 })).hits;
        const order = (all: Awaited<ReturnType<typeof hits>>) =>
          all.map(({ session, seq }) => `${session.threadId} ${seq}`).sort();
        expect(order(await hits(archive)), text).toEqual(order(await hits(fresh)));
      }
    },
    60_000 + SUBSTRINGS * 200,
  );

  it('finds what stands in a run of letters that is too long for a word', async () => {
    const home = madeHome(tempFolder('home'));
    const long = `${'QUJDREVG'.repeat(20_000)}needleInHay${'Z'.repeat(300_000)}`;
    home.write(1, codexHead(codexId(1)) + codexTurn(1, { ask: long, result: 'x', answer: 'y' }));
    const archive = await tempArchive({ homes: [home.path] });
    await archive.refresh();
    const { hits } = await archive.search({ text: 'needleInHay', mode: 'exact' }, { limit: 5 });
    expect(hits.map(({ match }) => match)).toEqual(['needleInHay']);
  });

  it('looks for a pattern in more texts than are handed over at once', async () => {
    const home = madeHome(tempFolder('home'));
    const turns = Array.from({ length: 150 }, (_, index) =>
      codexTurn(index, { ask: `ask ${index}`, result: 'r', answer: `a ${index}` }),
    );
    home.write(1, codexHead(codexId(1)) + turns.join(''));
    const archive = await tempArchive({ homes: [home.path] });
    await archive.refresh();
    const page = await archive.search({ text: '^a[s]k (?:0|149)$', mode: 'regex' }, { limit: 5 });
    expect(page.hits.map(({ match }) => match)).toEqual(['ask 149', 'ask 0']);
    expect(page.gaveUp).toBeUndefined();
  });

  it('gives up a pattern that would take for ever, and says so', async () => {
    const home = madeHome(tempFolder('home'));
    home.write(1, codexHead(codexId(1)) + codexTurn(1, { ask: `${'a'.repeat(50)}!`, result: 'x', answer: 'y' }));
    const archive = await tempArchive({ homes: [home.path] });
    await archive.refresh();
    const page = await archive.search({ text: '^(a+)+$', mode: 'regex' }, { limit: 5 });
    expect(page).toMatchObject({ hits: [], gaveUp: 4 });
  });
});

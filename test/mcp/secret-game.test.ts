import { describe, expect, it } from 'vitest';
import { redactText } from '../../src/archive/folding/block-redaction.ts';
import { openDatabase } from '../../src/archive/sqlite/open-database.ts';
import { renewVocabulary } from '../../src/archive/sqlite/vocabulary.ts';
import { createRandom } from '../archive/made-home.ts';
import { tempArchive, tempFolder } from '../archive/temp-archive.ts';
import { type MadeSecret, makeSecret, tracesOf } from '../made-secrets.ts';
import { askingClient } from './asking-client.ts';
import { countedArchive } from './counted-archive.ts';
import { createAsker, type GameCall } from './game-calls.ts';
import { gameHome } from './game-home.ts';
import { gamePairs } from './game-pairs.ts';

/** Of all gamePairs. `.ci/run` asks 10 000 times. */
const CALLS = Number(process.env.THREADLINE_GAME ?? 500);
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];

/** `isListed`: with the list of words that a large archive has, by which exact strings are looked for. */
async function play(made: MadeSecret, isListed = true) {
  const home = tempFolder('home');
  gameHome(home, made);
  const archive = await tempArchive({ homes: [home] });
  await archive.refresh();
  if (isListed) await listWords(archive.folder);
  const { store, count } = await countedArchive(archive);
  const { ask } = await askingClient({ store, projects: ['/project'] });
  return async ({ tool, args }: GameCall) => {
    const before = { ...count };
    const { text: answer, isError } = await ask(tool, args);
    return {
      answer: answer.replaceAll(/untrusted-\w{12}/g, 'untrusted'),
      isError,
      rows: count.rows - before.rows,
      chunks: count.chunks - before.chunks,
      bytes: count.bytes - before.bytes,
    };
  };
}

async function listWords(folder: string): Promise<void> {
  const database = await openDatabase(folder);
  renewVocabulary(database, true);
  database.close();
}

describe('an asker of two archives that differ in one secret', () => {
  it.each(gamePairs)(
    'cannot tell them apart by any answer, nor by what it cost to find: %s',
    async (name, one, other) => {
      expect(redactText(one.text), 'the game is fair').toBe(redactText(other.text));
      expect(redactText(one.text)).not.toBe(one.text);
      const isListed = !name.includes('length');
      const players = [await play(one, isListed), await play(other, isListed)] as const;
      const asker = createAsker(createRandom(one.secret.length), [one.secret, other.secret]);
      const traces = [...tracesOf(one), ...tracesOf(other)];
      let hits = 0;
      for (let call = 0; call < CALLS / gamePairs.length; call += 1) {
        const asked = asker();
        const answers = [await players[0](asked), await players[1](asked)];
        expect(answers[0], JSON.stringify(asked)).toEqual(answers[1]);
        const { answer = '' } = answers[0] ?? {};
        // What it asks with, an answer never says again.
        expect(traces.filter((trace) => answer.includes(trace))).toEqual([]);
        if (answer.includes('"match"')) hits += 1;
      }
      expect(hits, 'and there is something to find').toBeGreaterThan(CALLS / gamePairs.length / 10);
    },
    600_000,
  );

  it('learns no letter of it by 62 calls a letter', async () => {
    const made = makeSecret('github-token', 5);
    const ask = await play(made);
    const search = async (args: object) => (await ask({ tool: 'search_sessions', args: { ...args } })).answer;
    const attacks: ((guess: string) => object)[] = [
      (guess) => ({ query: guess, mode: 'exact' }),
      (guess) => ({ query: `zebra ${guess}*` }),
      (guess) => ({ query: `${guess}*`, mode: 'phrase' }),
      (guess) => ({ query: 'zebra', file: `${guess}.txt` }),
    ];
    for (const attack of attacks) {
      const answers = new Set<string>();
      for (const letter of ALPHABET) answers.add(await search(attack(made.secret.slice(0, 8) + letter)));
      expect(answers.size).toBe(1);
    }
    const patterns = new Set<string>();
    const right = made.secret.charAt(8);
    for (const letter of [right, ...ALPHABET.filter((other) => other !== right).slice(0, 7)]) {
      patterns.add(await search({ query: `${made.secret.slice(0, 8)}${letter}|zebra`, mode: 'regex' }));
    }
    expect(patterns.size).toBe(1);
  }, 60_000);
});

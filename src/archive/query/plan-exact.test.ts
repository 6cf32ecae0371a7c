import { describe, expect, it } from 'vitest';
import { matchText } from '../sqlite/match-text.ts';
import { createVocabulary } from '../sqlite/vocabulary.ts';
import { planExact } from './plan-exact.ts';
import { spreadCjk, wordText } from './spread-cjk.ts';

const words = ['config', 'parseconfig', 'configuration', '設定', '定フ', 'foo'];
const vocabulary = createVocabulary(Buffer.from(`\n${words.join('\n')}\n`), 0);
const many = createVocabulary(Buffer.from(`\n${Array.from({ length: 3000 }, (_, n) => `word${n}`).join('\n')}\n`), 0);

describe('planExact', () => {
  it.each([
    [' foo bar ', '"foo bar"'],
    ['foo bar', '"bar" *'],
    ['xfoo bar baz', '"bar baz" *'],
    ['.foo_ba', '"foo ba" *'],
    ['設定ファ', '"設定 定フ ファ"'],
    ['a設定 b', '"設定 b" *'],
    ['ab中cde', '"中 cde" *'],
    ['onfig', '"config" OR "parseconfig" OR "configuration"'],
    ['onfig.', '"config" OR "parseconfig"'],
    ['定', '"設定" OR "定フ"'],
  ])('asks for %j by %s', async (needle, match) => {
    const plan = await planExact(needle, vocabulary);
    expect('match' in plan && matchText(plan.match)).toBe(match);
  });

  it.each(['"', '🤖', ' a', 'ab', 'ривет', '"\n', 'e\u0301tude x'])(
    'looks at all texts for %j, which no word can narrow down',
    async (needle) => {
      expect(await planExact(needle, vocabulary)).toEqual({ scan: true });
    },
  );

  it('knows when no word holds it, and when too many do', async () => {
    expect(await planExact('zebra', vocabulary)).toEqual({ none: true });
    expect(await planExact('wor', many)).toEqual({ scan: true });
    expect(await planExact('x'.repeat(300), vocabulary)).toEqual({ none: true });
  });
});

describe('spreadCjk', () => {
  it.each([
    ['plain ASCII_text', 'plain ASCII_text'],
    ['設定ファ', ' 設定 定フ ファ '],
    ['a設b', 'a 設 b'],
    ['x🤖y', 'x y'],
    ['naïve e\u0301', 'naïve e'],
    ['한국어', ' 한국 국어 '],
  ])('makes of %j words that the index can cut', (text, spread) => {
    expect(spreadCjk(text)).toBe(spread);
  });

  it('leaves out runs that are too long for a word, wherever they stand', () => {
    for (const at of [0, 1, 100, 255, 256, 257, 1000]) {
      const before = 'ab '.repeat(400).slice(0, at);
      expect(wordText(`${before} ${'x'.repeat(257)} end`).isOdd, String(at)).toBe(true);
      expect(wordText(`${before} ${'x'.repeat(256)} end`), String(at)).toEqual({
        text: `${before} ${'x'.repeat(256)} end`,
        isOdd: false,
      });
    }
    expect(wordText(`a ${'y'.repeat(1_000_000)} b`).text.replace(/ +/g, ' ')).toBe('a b');
  });
});

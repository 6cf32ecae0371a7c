import { describe, expect, it } from 'vitest';
import { cutWords, holdsWords } from './word-query.ts';

describe('cutWords', () => {
  it.each([
    ['parseConfig(a_b) 45e9bab', ['parseconfig', 'a', 'b', '45e9bab']],
    ['src/foo/bar-baz.ts', ['src', 'foo', 'bar', 'baz', 'ts']],
    ['naïve Ünïcode e\u0301tude', ['naive', 'unicode', 'etude']],
    ['設定ファ x', ['設定', '定フ', 'ファ', 'x']],
    ['ΟΔΟΣ οδός', ['οδοσ', 'οδοσ']],
    ['ガ 한', ['ガ', '한']],
    ['', []],
  ])('makes of %j %j', (text, words) => {
    expect(cutWords(text)).toEqual({ words, isOdd: false });
  });

  it('cuts plain ASCII as it cuts anything else', () => {
    const long = 'x'.repeat(257);
    for (const text of ['Ab_c-9 D', `${long} y`, `${'x'.repeat(256)} y`, `a${long}`, '\0a\u007fb']) {
      const other = cutWords(`${text} é`);
      expect(cutWords(text)).toEqual({ ...other, words: other.words.slice(0, -1) });
    }
  });
});

describe('holdsWords', () => {
  const { words } = cutWords('one two three two four');
  const phrase = (text: string, isPrefix = false) => [[{ words: text.split(' '), isPrefix }]];
  it.each([
    ['two four', false, true],
    ['two three', false, true],
    ['three four', false, false],
    ['two fo', true, true],
    ['two fo', false, false],
    ['fou', true, true],
    ['four five', false, false],
  ])('knows whether %j (a beginning: %s) is there: %s', (text, isPrefix, expected) => {
    expect(holdsWords(words, phrase(text, isPrefix))).toBe(expected);
  });
});

import { expect, it } from 'vitest';
import { isPlain } from './plain-letters.ts';
import { replaceHarmful } from './visible-text.ts';

/** What the patterns of terminals and widths look for, all in one. */
const SPECIAL =
  /[^\P{Cc}\t\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{M}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Default_Ignorable_Code_Point}]|[\u1160-\u11ff\ud7b0-\ud7fb\uff9e\uff9f]/u;

it('no letter that is taken for plain is one that a pattern looks for', () => {
  const letters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
  const plain = letters.filter(isPlain);
  expect(plain.filter((letter) => SPECIAL.test(letter))).toEqual([]);
  expect(plain.length).toBeGreaterThan(30_000);
  expect(isPlain('a…b — “c” → ├─ 日本語 한국어 Привет')).toBe(true);
  expect(isPlain('a\u0301')).toBe(false);
});

it('each harmful letter of Unicode is written in another way, wherever it stands', () => {
  const harmful = /[^\P{Cc}\t\n]|[^\P{Cf}\u200c\u200d]|[\p{Zl}\p{Zp}\p{Cs}]/u;
  for (let code = 0; code < 0x110000; code += 1) {
    const letter = String.fromCodePoint(code);
    const written = replaceHarmful(`a${letter}…`, () => '!');
    if (written !== (harmful.test(letter) ? 'a!…' : `a${letter}…`)) expect.unreachable(code.toString(16));
  }
});

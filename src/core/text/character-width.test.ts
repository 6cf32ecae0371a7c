import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { clipEnd, clipStart, padEnd, textWidth, wrapAnywhere } from './text-layout.ts';

/** Every emoji that is a single code point, by itself and as a picture. */
const emoji = Array.from({ length: 0x1fb00 - 0xa0 }, (_, index) => String.fromCodePoint(index + 0xa0)).filter(
  (character) => /\p{Emoji}/u.test(character),
);
const people = ['🧑', '👩', '👨'].flatMap((person) =>
  ['💻', '🚀', '🔬', '⚕️', '✈️'].map((job) => `${person}\u200d${job}`),
);
const tones = ['🏻', '🏽', '🏿'].flatMap((tone) => ['👍', '✌', '🖐', '👩'].map((hand) => hand + tone));
const sequences = ['👨‍👩‍👧', '👨‍👩‍👧‍👦', '❤️‍🔥', '❤‍🔥', '🏳️‍🌈', '👁️‍🗨️', '🇩🇪', '🇯🇵🇺🇸', '1️⃣', '#⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '⚠️', '⚠'];
const scripts = [
  '日本語',
  '한국어',
  '\u1112\u1161\u11ab',
  'ｶﾞ',
  'ﬁn',
  'नमस्ते',
  'ไทยนี้',
  'שָׁלוֹם',
  'مرحبا',
  'e\u0301',
  'Ünï',
  '…—“”',
  '→ ✓ ✗ •',
];

it.each(['✅', '❌', '⚡', '⭐', '⌚', '🟢', '⚠️', '🆗', '👨‍👩‍👧'])('%s takes two columns', (character) => {
  expect(textWidth(character)).toBe(2);
});

it('characters are as wide as string-width says, and so are texts that hold several', () => {
  const all = [
    ...emoji,
    ...emoji.map((character) => `${character}\ufe0f`),
    ...people,
    ...tones,
    ...sequences,
    ...scripts,
  ];
  expect(all.length).toBeGreaterThan(2500);
  const width = (text: string) => `${text} ${textWidth(text)}`;
  expect(all.map(width)).toEqual(all.map((text) => `${text} ${stringWidth(text)}`));
  const lines = all.map((text, index) => `${text} ok ${all[(index * 7) % all.length]}${text}`);
  expect(lines.map(width)).toEqual(lines.map((text) => `${text} ${stringWidth(text)}`));
});

it('a character of several parts is never cut', () => {
  const family = '👨‍👩‍👧';
  expect(clipEnd(`${family}${family}${family}`, 5)).toBe(`${family}${family}…`);
  expect(clipStart(`${family}${family}${family}`, 5)).toBe(`…${family}${family}`);
  expect(wrapAnywhere(`${family}${family}⚠️a`, 4)).toEqual([`${family}${family}`, '⚠️a']);
  expect(padEnd('✅', 4)).toBe('✅  ');
});

it('takes time in proportion to the text, whatever it is made of', () => {
  for (const part of ['✅', '👨‍👩‍👧', 'e\u0301', '\u0301', '\u200d', '🇩🇪', '日']) {
    const text = part.repeat(50_000);
    const started = performance.now();
    textWidth(text);
    clipStart(text, 20);
    clipEnd(text, 20);
    wrapAnywhere(text, 80);
    expect(performance.now() - started, JSON.stringify(part)).toBeLessThan(3000);
  }
});

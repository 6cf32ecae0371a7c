import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clipEnd, clipStart, padEnd, padStart, textWidth, wrapAnywhere, wrapText } from './text-layout.ts';

it.each([
  ['plain', 5],
  ['日本', 4],
  ['é', 1],
  ['e\u0301', 1],
  ['🦜', 2],
  ['', 0],
])('%s is %i columns wide', (text, width) => {
  expect(textWidth(text)).toBe(width);
});

it('padding counts columns', () => {
  expect(padEnd('日本', 6)).toBe('日本  ');
  expect(padStart('7', 3)).toBe('  7');
  expect(padStart('too long', 3)).toBe('too long');
});

it('a text that is too wide is cut with an ellipsis and then fits', () => {
  expect(clipStart('/a/long/path', 6)).toBe('…/path');
  expect(clipEnd('a long message', 7)).toBe('a long…');
  expect(clipStart('日本語', 4)).toBe('…語');
  expect(clipEnd('fits', 4)).toBe('fits');
});

it('breaks lines between words', () => {
  expect(wrapText('one two three four', 9)).toEqual(['one two', 'three', 'four']);
  expect(wrapText('one\n\ntwo', 9)).toEqual(['one', '', 'two']);
});

it('puts the rest of a list item under its text', () => {
  expect(wrapText('- one two three\n  12. four five', 12)).toEqual([
    '- one two',
    '  three',
    '  12. four',
    '      five',
  ]);
});

it('cuts a word that is longer than a line, and counts wide characters twice', () => {
  expect(wrapText('see https://example.com', 10)).toEqual(['see', 'https://ex', 'ample.com']);
  expect(wrapText('日本語日本語', 6)).toEqual(['日本語', '日本語']);
});

it('no line is wider than the screen, and nothing is lost but spaces', () => {
  const text = fc
    .array(fc.constantFrom('a', 'bb', ' ', '  ', '日', '- ', '\n', '1. ', 'looooooooong'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.integer({ min: 4, max: 30 }), (value, width) => {
      for (const lines of [wrapText(value, width), value.split('\n').flatMap((line) => wrapAnywhere(line, width))]) {
        expect(lines.filter((line) => textWidth(line) > width)).toEqual([]);
        expect(lines.join('').replaceAll(' ', '')).toBe(value.replaceAll(/\s/g, ''));
      }
    }),
    { numRuns: 2000 },
  );
});

it.each(['x', '日', '\t', '\r', ' ', 'e\u0301', '🦜'])(
  'a word of half a million %j is wrapped and clipped at once',
  (character) => {
    const text = character.repeat(500_000);
    expect(wrapText(`- ${text}`, 40).length).toBeGreaterThan(1);
    expect(wrapAnywhere(text, 40).join('')).toBe(text);
    expect(textWidth(clipEnd(text, 40))).toBeLessThanOrEqual(40);
    expect(textWidth(clipStart(text, 40))).toBeLessThanOrEqual(40);
  },
);

it('where the screen has no width nothing is wrapped or cut', () => {
  const text = `- ${'word '.repeat(100)}end`;
  expect(wrapText(text, Number.POSITIVE_INFINITY)).toEqual([text]);
  expect(wrapAnywhere(text, Number.POSITIVE_INFINITY)).toEqual([text]);
  expect(clipEnd(text, Number.POSITIVE_INFINITY)).toBe(text);
  expect(clipStart(text, Number.POSITIVE_INFINITY)).toBe(text);
});

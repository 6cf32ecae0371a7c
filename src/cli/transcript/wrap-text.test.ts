import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textWidth } from '../text-width.ts';
import { wrapAnywhere, wrapText } from './wrap-text.ts';

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

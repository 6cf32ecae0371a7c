import { expect, it } from 'vitest';
import { clipEnd, clipStart, padEnd, padStart, textWidth } from './text-width.ts';

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

import { expect, it } from 'vitest';
import { snippetAround } from './snippet.ts';

const text = 'What does the old scan do on a fork of it?';
const at = text.indexOf('scan');

it('a snippet has whole words at both ends', () => {
  expect(snippetAround(text, { start: at, end: at + 4 }, 12)).toEqual({
    before: 'does the old ',
    match: 'scan',
    after: ' do on a fork',
  });
});

it('a snippet is cut inside of a word that goes on for long', () => {
  const word = 'x'.repeat(100);
  const { before, after } = snippetAround(`${word}!scan!${word}`, { start: 101, end: 105 }, 10);
  expect([before.length, after.length]).toEqual([10, 10]);
});

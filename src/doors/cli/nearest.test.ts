import { expect, it } from 'vitest';
import { nearest } from './nearest.ts';

const names = ['show', 'sessions', 'check', 'convert', 'run'];

it.each([
  ['sesions', 'sessions'],
  ['Show', 'show'],
  ['shwo', 'show'],
  ['konvert', 'convert'],
  ['chekc', 'check'],
  ['rum', 'run'],
  ['frobnicate', undefined],
  ['x', undefined],
  ['', undefined],
  ['show', undefined],
  ['constellations', undefined],
])('%j is taken for %j', (word, name) => {
  expect(nearest(word, names)).toBe(name);
});

it('looks at no word that nobody would type', () => {
  expect(nearest('show'.repeat(100_000), names)).toBeUndefined();
});

import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../bench/runs.ts';
import { targets } from '../../bench/targets/targets.ts';
import { figuresOf, runTargets } from './run-targets.ts';

const numbers = targets.map(({ number }) => number);
// What needs PostgreSQL is looked at in test/postgres.
const names = runs.filter(({ onlyByName = '' }) => !onlyByName.includes('PostgreSQL')).map(({ name }) => name);

describe('the bench', () => {
  describe('of the targets with a number', () => {
    let lines: string[];
    beforeAll(() => {
      const ran = runTargets(...numbers);
      expect(ran.faults).toBe('');
      lines = ran.lines;
    }, 300_000);

    it.each(numbers)('measures target %s, and tells what it took', (number) => {
      const figures = figuresOf(lines, number);
      expect(figures.length).toBeGreaterThan(0);
      expect(figures.filter((figure) => !Number.isFinite(figure))).toEqual([]);
      expect(lines.some((line) => line.startsWith(`target ${number} took `))).toBe(true);
    });
  });

  it.each(names)('measures target %s by its name to the end', { timeout: 180_000 }, (name) => {
    const { lines, faults } = runTargets(name);
    expect(faults).toBe('');
    expect(lines.filter((line) => line.startsWith(`target ${name} `)).length).toBeGreaterThan(1);
    expect(lines.some((line) => line.startsWith('target all took '))).toBe(true);
  });
});

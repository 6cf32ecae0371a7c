import { expect, it } from 'vitest';
import { runs } from '../../bench/runs.ts';
import { runTargets } from '../bench/run-targets.ts';

const names = runs.filter(({ onlyByName = '' }) => onlyByName.includes('PostgreSQL')).map(({ name }) => name);

it.each(names)('the bench measures target %s by its name to the end', { timeout: 180_000 }, (name) => {
  const { lines, faults } = runTargets(name);
  expect(faults).toBe('');
  expect(lines.filter((line) => line.startsWith(`target ${name}`)).length).toBeGreaterThan(1);
  expect(lines.some((line) => line.startsWith('target all took '))).toBe(true);
});

import { expect, it } from 'vitest';
import { createRandom } from '../property/random.ts';
import { randomHomes } from './random-threads.ts';
import { scanFiles } from './scan-files.ts';

const HOMES = 60;

it('counts every request once, whatever resumes, forks, sub-agents, reviews, compactions and copies there are', async () => {
  for (let seed = 1; seed <= HOMES; seed += 1) {
    const { files, truth } = randomHomes(createRandom(seed), 12 + (seed % 20));
    const { rows, problems } = await scanFiles(files);
    const sum = (list: readonly { input: number; output: number }[]) => ({
      requests: list.length,
      input: list.reduce((total, { input }) => total + input, 0),
      output: list.reduce((total, { output }) => total + output, 0),
    });
    expect(problems, `seed ${seed}`).toEqual([]);
    expect(sum(rows), `seed ${seed}`).toEqual(sum(truth));
  }
});

import { growthShapes } from '../growth/shapes.ts';
import type { Job } from '../job.ts';
import type { Check, Target } from './target.ts';

/** Long threads cost no more per line, and give no more per byte, than short ones. */
export const growthTarget: Target = {
  number: '14',
  what: 'CPU and output of long threads',
  checks: growthShapes.flatMap(({ name }) => checksOf(name)),
};

function checksOf(shape: string): Check[] {
  const job: Job = { contestant: 'growth', shape, dataset: 'none' };
  return [
    {
      name: `CPU per element at 100 000 against 1 000, ${shape}`,
      jobs: [job],
      judge: (results) => ({ value: results.figures(job).growth ?? Number.NaN, unit: 'x', atMost: 2 }),
    },
    {
      name: `output against input, ${shape}`,
      jobs: [job],
      judge: (results) => ({ value: results.figures(job).output ?? Number.NaN, unit: 'x', atMost: 10 }),
    },
  ];
}

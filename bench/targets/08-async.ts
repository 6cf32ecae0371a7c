import type { LoopName } from '../contestants/loops.ts';
import type { Job } from '../job.ts';
import { type Check, type Target, timesAsFast } from './target.ts';

/** The async faces against the sync reader. */
export const asyncTarget: Target = {
  number: 8,
  checks: [
    againstSync('ours, batches', 'exec', 0.75),
    againstSync('ours, batches', 'tree', 0.75),
    againstSync('ours, one by one', 'exec', 0.55),
  ],
};

function againstSync(contestant: LoopName, dataset: 'exec' | 'tree', atLeast: number): Check {
  const face: Job = { contestant, dataset };
  const sync: Job = { contestant: 'ours', dataset };
  return {
    name: `${contestant.replace('ours, ', 'async ')} as fast as sync on ${dataset}`,
    jobs: [sync, face],
    judge: (results) => ({ value: timesAsFast(results, face, sync), unit: 'x', atLeast }),
  };
}

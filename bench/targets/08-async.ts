import type { LoopName } from '../contestants/loops.ts';
import type { Job } from '../job.ts';
import { type Check, pairRatio, type Target } from './target.ts';

/** The async faces against the sync reader. */
export const asyncTarget: Target = {
  number: '8',
  what: 'async faces beside the sync reader',
  checks: [
    againstSync('ours, batches', 'exec', 0.75),
    againstSync('ours, batches', 'tree', 0.75),
    againstSync('ours, one by one', 'exec', 0.55),
  ],
};

function againstSync(contestant: LoopName, dataset: 'exec' | 'tree', atLeast: number): Check {
  const pair: Job = { contestant, against: 'ours', dataset };
  return {
    name: `${contestant.replace('ours, ', 'async ')} as fast as sync on ${dataset}`,
    jobs: [pair],
    judge: (results) => ({ value: pairRatio(results, pair), unit: 'x', atLeast }),
  };
}

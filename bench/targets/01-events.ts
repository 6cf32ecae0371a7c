import type { Job } from '../job.ts';
import { type Check, type Target, timesAsFast } from './target.ts';

/** Bytes to events, with unknown fields captured at every level, against the bare loop. */
export const eventsTarget: Target = {
  number: 1,
  checks: [againstBareLoop('exec', 0.75), againstBareLoop('tree', 0.8)],
};

function againstBareLoop(dataset: 'exec' | 'tree', atLeast: number): Check {
  const ours: Job = { contestant: 'ours', dataset };
  const bare: Job = { contestant: 'bare loop', dataset };
  return {
    name: `events as fast as the bare loop on ${dataset === 'tree' ? 'rollouts' : dataset}`,
    jobs: [bare, ours],
    judge: (results) => ({ value: timesAsFast(results, ours, bare), unit: 'x', atLeast }),
  };
}

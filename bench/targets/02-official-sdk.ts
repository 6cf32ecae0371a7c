import type { Job } from '../job.ts';
import { type Check, type Target, timesAsFast } from './target.ts';

/** Bytes to events against the official SDK, which only parses. */
export const officialSdkTarget: Target = {
  number: 2,
  checks: [againstSdkLoop('exec'), againstSdkLoop('tree')],
};

function againstSdkLoop(dataset: 'exec' | 'tree'): Check {
  const ours: Job = { contestant: 'ours', dataset };
  const sdk: Job = { contestant: 'SDK loop', dataset };
  /** Not part of the target: for the table, and to see what could be reached at all. */
  const bare: Job = { contestant: 'bare loop', dataset };
  const split2: Job = { contestant: 'split2', dataset };
  return {
    name: `events as fast as the official SDK's loop on ${dataset}`,
    jobs: [bare, ours, sdk, split2],
    judge: (results) => ({
      value: timesAsFast(results, ours, sdk),
      unit: 'x',
      atLeast: 2.5,
      note: `the bare loop: ${timesAsFast(results, bare, sdk).toFixed(2)}x`,
    }),
  };
}

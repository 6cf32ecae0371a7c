import type { Job } from '../job.ts';
import { type Target, timesAsFast } from './target.ts';

const ours: Job = { contestant: 'ours', dataset: 'exec' };
const sdk: Job = { contestant: 'SDK loop', dataset: 'exec' };
/** Not part of the target: another peer, for the table. */
const split2: Job = { contestant: 'split2', dataset: 'exec' };

export const officialSdkTarget: Target = {
  number: 2,
  checks: [
    {
      name: "events as fast as the official SDK's loop on exec",
      jobs: [ours, sdk, split2],
      judge: (results) => ({ value: timesAsFast(results, ours, sdk), unit: 'x', atLeast: 2.5 }),
    },
  ],
};

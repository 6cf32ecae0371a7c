import type { LoopName } from '../contestants/loops.ts';
import type { Job } from '../job.ts';
import { type Check, pairRatio, type Target } from './target.ts';

/** Bytes to events against the official SDK, which only parses. */
export const officialSdkTarget: Target = {
  number: '2',
  what: "bytes to events beside the official SDK's loop",
  checks: [
    againstSdkLoop('ours', 'exec', 1.6),
    againstSdkLoop('ours', 'tree', 1.6),
    againstSdkLoop('ours', 'real rollouts', 1.5),
    againstSdkLoop('ours, batches', 'exec', 1.5),
    againstSdkLoop('ours, batches', 'tree', 1.5),
  ],
};

function againstSdkLoop(contestant: LoopName, dataset: 'exec' | 'tree' | 'real rollouts', atLeast: number): Check {
  const pair: Job = { contestant, against: 'SDK loop', dataset };
  const shown: Job[] = [
    { contestant: 'bare loop', dataset },
    { contestant: 'SDK loop', dataset },
    { contestant: 'split2', dataset },
  ];
  return {
    name: `${contestant === 'ours' ? 'events' : 'batches of events'} as fast as the official SDK's loop on ${dataset}`,
    jobs: [pair],
    shown,
    judge: (results) => ({ value: pairRatio(results, pair), unit: 'x', atLeast }),
  };
}

import type { Job } from '../job.ts';
import { type Check, pairRatio, type Target } from './target.ts';

/** Bytes to messages against bytes to events. */
export const messagesTarget: Target = {
  number: '10',
  what: 'bytes to messages beside bytes to events',
  checks: [againstEvents('exec', 0.55), againstEvents('runs', 0.65), againstEvents('tree', 0.8)],
};

function againstEvents(dataset: 'exec' | 'runs' | 'tree', atLeast: number): Check {
  const pair: Job = { contestant: 'ours, messages', against: 'ours', dataset };
  return {
    name: `messages as fast as events on ${dataset}`,
    jobs: [pair],
    judge: (results) => ({ value: pairRatio(results, pair), unit: 'x', atLeast }),
  };
}

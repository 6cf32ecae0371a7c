import type { Job } from '../job.ts';
import { type Check, type Target, timesAsFast } from './target.ts';

/** Bytes to messages against bytes to events. */
export const messagesTarget: Target = {
  number: 10,
  checks: [againstEvents('exec'), againstEvents('tree')],
};

function againstEvents(dataset: 'exec' | 'tree'): Check {
  const messages: Job = { contestant: 'ours, messages', dataset };
  const events: Job = { contestant: 'ours', dataset };
  return {
    name: `messages as fast as events on ${dataset}`,
    jobs: [events, messages],
    judge: (results) => ({ value: timesAsFast(results, messages, events), unit: 'x', atLeast: 0.75 }),
  };
}

import type { Job } from '../job.ts';
import type { Check, Target } from './target.ts';

const big: Job = { contestant: 'ours', dataset: 'big' };

/** The most memory that reading takes. */
export const memoryTarget: Target = {
  number: '6',
  what: 'the most memory that reading takes',
  checks: [
    overBareLoop('events', { contestant: 'ours', dataset: 'exec' }, 15),
    overBareLoop('events', { contestant: 'ours', dataset: 'tree' }, 15),
    ...['events', 'messages', 'ndjson'].map((shape) =>
      overBareLoop(`convert --to ${shape}`, { contestant: `threadline convert --to ${shape}`, dataset: 'exec' }, 60),
    ),
    {
      name: 'peak memory on big, over 60 MB, by its longest line',
      jobs: [big],
      judge(results) {
        const longestLine = results.dataset('big').longestLine / 2 ** 20;
        return { value: (results.figures(big).peakMb - 60) / longestLine, unit: 'x', atMost: 6 };
      },
    },
  ],
};

function overBareLoop(what: string, ours: Job & { dataset: 'exec' | 'tree' }, atMost: number): Check {
  const bare: Job = { contestant: 'bare loop', dataset: ours.dataset };
  return {
    name: `peak memory of ${what} on ${ours.dataset}, over the bare loop`,
    jobs: [bare, ours],
    judge: (results) => ({
      value: results.figures(ours).peakMb - results.figures(bare).peakMb,
      unit: ' MB',
      atMost,
    }),
  };
}

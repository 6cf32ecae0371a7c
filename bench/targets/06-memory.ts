import type { Job } from '../job.ts';
import type { Check, Target } from './target.ts';

const bareNode: Job = { contestant: 'bare node', dataset: 'none' };
const big: Job = { contestant: 'ours', dataset: 'big' };

/** The most memory that reading takes. */
export const memoryTarget: Target = {
  number: 6,
  checks: [
    overBareNode('exec'),
    overBareNode('tree'),
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

function overBareNode(dataset: 'exec' | 'tree'): Check {
  const ours: Job = { contestant: 'ours', dataset };
  const bare: Job = { contestant: 'bare loop', dataset };
  return {
    name: `peak memory on ${dataset}, over bare node`,
    jobs: [bareNode, bare, ours],
    judge(results) {
      const node = results.figures(bareNode).peakMb;
      const note = `the bare loop: ${(results.figures(bare).peakMb - node).toFixed(2)} MB`;
      return { value: results.figures(ours).peakMb - node, unit: ' MB', atMost: 20, note };
    },
  };
}

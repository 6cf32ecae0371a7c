import { NEAR_MATCHES } from '../growth/shapes.ts';
import type { Job } from '../job.ts';
import { type Check, pairRatio, type Target } from './target.ts';

const near: Job = { contestant: 'growth', shape: NEAR_MATCHES, dataset: 'none' };

/** Reading with all secrets looked for, and texts that are made to be slow. */
export const redactionTarget: Target = {
  number: '15',
  what: 'reading with secrets looked for',
  checks: [
    againstBareLoop('exec'),
    againstBareLoop('tree'),
    {
      name: `CPU for 1 MB against 256 kB, ${NEAR_MATCHES}`,
      jobs: [near],
      judge: (results) => ({ value: results.figures(near).growth ?? Number.NaN, unit: 'x', atMost: 6 }),
    },
  ],
};

function againstBareLoop(dataset: 'exec' | 'tree'): Check {
  const pair: Job = { contestant: 'ours, redacted', against: 'bare loop', dataset };
  return {
    name: `redacted events as fast as the bare loop on ${dataset}, warm`,
    jobs: [pair],
    judge: (results) => ({ value: pairRatio(results, pair), unit: 'x', atLeast: 0.18 }),
  };
}

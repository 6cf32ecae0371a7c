import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Job, ProgramName } from '../job.ts';
import { root } from '../subject.ts';
import type { Check, Target } from './target.ts';

const bareNode: Job = { contestant: 'bare node', dataset: 'none' };

/** What the command line costs before it does anything. */
export const coldStartTarget: Target = {
  number: '9',
  checks: [againstBareNode('threadline --version'), againstBareNode('threadline --help')],
};

function againstBareNode(contestant: ProgramName): Check {
  const command: Job = { contestant, dataset: 'none' };
  return {
    name: `CPU time of ${contestant} against bare node`,
    jobs: [bareNode, command],
    skip: () => (existsSync(join(root, 'dist/cli/main.js')) ? undefined : 'the command line is not built'),
    judge: (results) => ({
      value: results.figures(command).cpuMs / results.figures(bareNode).cpuMs,
      unit: 'x',
      atMost: 1.15,
    }),
  };
}

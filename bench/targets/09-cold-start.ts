import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Job, ProgramName } from '../job.ts';
import { root } from '../subject.ts';
import type { Check, Target } from './target.ts';

const bareNode: Job = { contestant: 'bare node', dataset: 'none' };

/** A small session: what is left is the start. */
const session = join(root, 'test/fixtures/codex/0.166.0/s2-shell/rollout.jsonl');

const smallHome = join(root, 'sample/codex');

/** What the command line costs before it does anything. */
export const coldStartTarget: Target = {
  number: '9',
  what: 'the start of commands beside bare Node',
  checks: [
    againstBareNode('threadline --version', [], 1.15),
    againstBareNode('threadline --help', [], 1.15),
    againstBareNode('threadline check', [session], 2.2),
    againstBareNode('threadline show', [session], 2.6),
    againstBareNode('threadline search', ['the', '--home', smallHome], 3),
  ],
};

function againstBareNode(name: ProgramName, args: readonly string[], atMost: number): Check {
  const command: Job = {
    contestant: `threadline ${[name.slice('threadline '.length), ...args].join(' ')}`,
    dataset: 'none',
  };
  return {
    name: `CPU time of ${name} against bare node`,
    jobs: [bareNode, command],
    skip: () => (existsSync(join(root, 'dist/doors/cli/main.js')) ? undefined : 'the command line is not built'),
    judge: (results) => ({
      value: results.figures(command).cpuMs / results.figures(bareNode).cpuMs,
      unit: 'x',
      atMost,
    }),
  };
}

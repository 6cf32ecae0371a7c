import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Job } from '../job.ts';
import { root } from '../subject.ts';
import type { Target } from './target.ts';

const bareNode: Job = { contestant: 'bare node', dataset: 'none' };
const sessions: Job = { contestant: 'threadline sessions --json', dataset: 'home' };
/** What a session used and cost is another reading of all bytes, which `npm run bench -- --target usage` measures. */
const list: Job = { contestant: 'threadline sessions --json --no-usage', dataset: 'home' };
const walk: Job = { contestant: 'walk and read', dataset: 'home' };
const skip = () => (existsSync(join(root, 'dist/doors/cli/main.js')) ? undefined : 'the command line is not built');

/** What a list of 5 000 sessions costs, their turns counted: every byte of them is read. */
export const sessionsTarget: Target = {
  number: '13',
  what: 'a list of 5 000 sessions beside reading their files',
  checks: [
    {
      name: 'CPU time of threadline sessions --json --no-usage against walking and reading the same bytes',
      jobs: [list, walk],
      skip,
      judge: (results) => ({
        value: results.figures(list).cpuMs / results.figures(walk).cpuMs,
        unit: 'x',
        atMost: 2.5,
      }),
    },
    {
      name: 'peak memory of threadline sessions --json, over bare node',
      jobs: [sessions, bareNode],
      skip,
      judge: (results) => ({
        value: results.figures(sessions).peakMb - results.figures(bareNode).peakMb,
        unit: ' MB',
        atMost: 90,
      }),
    },
  ],
};

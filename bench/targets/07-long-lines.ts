import type { Job } from '../job.ts';
import { megabytesPerSecond, type Target } from './target.ts';

const big: Job = { contestant: 'ours', dataset: 'big' };
const tree: Job = { contestant: 'ours', dataset: 'tree' };
const line4: Job = { contestant: 'ours, 64 bytes', dataset: 'line4' };
const line16: Job = { contestant: 'ours, 64 bytes', dataset: 'line16' };

/** Long lines cost no more than their length. */
export const longLinesTarget: Target = {
  number: '7',
  what: 'long lines',
  checks: [
    {
      name: 'MB/s on big against MB/s on tree',
      jobs: [{ contestant: 'bare loop', dataset: 'big' }, { contestant: 'bare loop', dataset: 'tree' }, big, tree],
      judge: (results) => ({
        value: megabytesPerSecond(results, big) / megabytesPerSecond(results, tree),
        unit: 'x',
        atLeast: 0.75,
      }),
    },
    {
      name: 'time of a 16 MiB line against a 4 MiB one, in 64-byte chunks',
      jobs: [line4, line16],
      judge: (results) => ({
        value: results.figures(line16).cpuMs / results.figures(line4).cpuMs,
        unit: 'x',
        atMost: 6,
      }),
    },
  ],
};

import type { LoopName } from '../contestants/loops.ts';
import type { Job } from '../job.ts';
import { type Check, pairRatio, type Target } from './target.ts';

type Data = 'exec' | 'runs' | 'tree' | 'projects' | 'chats' | 'real rollouts' | 'real projects';

/** Bytes to events, with unknown and drifted fields kept at every level, against the bare loop. */
export const eventsTarget: Target = {
  number: '1',
  what: 'bytes to events beside a bare loop',
  checks: [
    againstBareLoop('exec', 'ours', 0.75),
    againstBareLoop('tree', 'ours', 0.75),
    againstBareLoop('projects', 'ours', 0.7),
    againstBareLoop('chats', 'ours', 0.7),
    againstBareLoop('real rollouts', 'ours', 0.6),
    againstBareLoop('real projects', 'ours', 0.65),
  ],
};

/** The same in the first pass of a process, which has yet to compile its code. */
export const firstPassTarget: Target = {
  number: '1b',
  what: 'the same in the first pass of a process',
  checks: [firstPass('exec', 0.55), firstPass('tree', 0.5)],
};

/** Lines and JSON alone. */
export const parsingTarget: Target = {
  number: '1c',
  what: 'lines and JSON alone',
  checks: [
    againstBareLoop('exec', 'ours, lines and JSON', 0.95),
    againstBareLoop('tree', 'ours, lines and JSON', 0.95),
  ],
};

function againstBareLoop(dataset: Data, contestant: LoopName, atLeast: number): Check {
  const pair: Job = { contestant, against: 'bare loop', dataset };
  const what = contestant === 'ours' ? 'events' : 'lines and JSON';
  return {
    name: `${what} as fast as the bare loop on ${dataset}, warm`,
    jobs: [pair],
    judge: (results) => ({ value: pairRatio(results, pair), unit: 'x', atLeast }),
  };
}

function firstPass(dataset: Data, atLeast: number): Check {
  const ours: Job = { contestant: 'ours', dataset };
  const bare: Job = { contestant: 'bare loop', dataset };
  return {
    name: `events as fast as the bare loop on ${dataset}, first pass`,
    jobs: [bare, ours],
    judge: (results) => ({
      value: results.figures(bare).coldCpuMs / results.figures(ours).coldCpuMs,
      unit: 'x',
      atLeast,
    }),
  };
}

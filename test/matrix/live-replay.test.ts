import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { WITHOUT_SHARED } from '../fixtures.ts';
import { judgeAll } from '../live/replay-faults.ts';

const shared = process.env.THREADLINE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url));
const root = join(shared, 'live/recordings');
const recordings = existsSync(root)
  ? globSync('**/traffic.jsonl', { cwd: root })
      .sort()
      .map((path) => ({ name: path.replace('/traffic.jsonl', ''), path: join(root, path) }))
  : [];
const agents = [...new Set(recordings.map(({ name }) => name.split('/').slice(0, 2).join('/')))];

describe.skipIf(recordings.length === 0)(
  `our client lives through every recorded connection (${WITHOUT_SHARED})`,
  () => {
    it.each(agents)(
      'of %s: the same events, answers and endings, and nothing is left',
      async (agent) => {
        const judged = await judgeAll(recordings.filter(({ name }) => `${name}/`.startsWith(`${agent}/`)));
        expect(judged.flatMap(({ faults }) => faults)).toEqual([]);
        if (!agent.startsWith('codex-acp')) expect(judged.filter(({ isSame }) => isSame).length).toBeGreaterThan(2);
      },
      600_000,
    );
  },
);

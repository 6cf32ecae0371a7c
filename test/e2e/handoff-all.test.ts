import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';
import { checkHandOff } from './check-handoff.ts';
import { claudeTarget, newestTargets } from './handoff-harness.ts';

const shared = process.env.THREADLINE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url));
const recordings = join(shared, 'recordings');
/** `npm run handoff` sets it; `codex/0.166.0` takes the recordings of one version. */
const wanted = process.env.THREADLINE_HANDOFF;

/** The session files of the shared recordings, sub-agents' own ones and twins without a turn left out. */
const files = globSync(
  [
    'codex/*/*/rollout.jsonl',
    'claude/*/*/session/projects/*/*.jsonl',
    'gemini/*/*/session/tmp/*/chats/session-*.{json,jsonl}',
  ],
  { cwd: recordings },
)
  .filter((path) => wanted === 'all' || path.startsWith(wanted ?? ''))
  .sort();

/** Every scenario of the recordings, to the newest of each other agent and to Claude Code 2.1.75. Takes hours. */
describe.skipIf(wanted === undefined || !existsSync(recordings))(
  'every recording is handed over and resumed twice by',
  () => {
    for (const target of [...newestTargets, claudeTarget('2.1.75')]) {
      const others = files.filter((path) => !path.startsWith(target.agent));
      it.for(others)(`${target.name}: %s`, { timeout: 120_000 }, async (path, context) => {
        const shop = await target.open();
        if ('skip' in shop) return context.skip(shop.skip);
        try {
          await checkHandOff({ path: join(recordings, path) }, target, shop);
        } catch (error) {
          // A recording of a run that failed before anything was said.
          if (error instanceof Error && error.message.endsWith('holds nothing to hand over'))
            return context.skip(error.message);
          throw error;
        } finally {
          await shop.close();
        }
      });
    }
  },
);

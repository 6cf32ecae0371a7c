import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { canFindProcesses, createMark, findMarked, MARK, waitUntilGone } from './marked-processes.ts';

const PARENT = fileURLToPath(new URL('./stop-parent.ts', import.meta.url));
const REASONS = ['abort', 'timeout', 'return', 'SIGINT', 'SIGTERM', 'SIGHUP', 'exit', 'exception'] as const;
const AGENTS = ['works-politely', 'works-ignoring-term', 'works-with-children'] as const;

type Reason = (typeof REASONS)[number];

const isSignal = (reason: Reason): reason is 'SIGINT' | 'SIGTERM' | 'SIGHUP' => reason.startsWith('SIG');

/** How the parent itself ends. */
function expectedEnd(reason: Reason): { code: number | null; signal: NodeJS.Signals | null } {
  if (isSignal(reason)) return { code: null, signal: reason };
  return { code: reason === 'exception' ? 1 : 0, signal: null };
}

describe.concurrent('R2: whatever stops a run, nobody of its group lives 6 s later', () => {
  for (const agent of AGENTS) {
    for (const reason of REASONS) {
      it(`${reason}, ${agent}`, async (context) => {
        if (!canFindProcesses) context.skip('needs /proc');
        const mark = createMark();
        const parent = spawn(process.execPath, [PARENT, reason, agent], {
          env: { ...process.env, [MARK]: mark },
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        const output = collect(parent);
        await output.contains('working');
        if (isSignal(reason)) {
          expect(findMarked(mark).length).toBeGreaterThanOrEqual(2);
          parent.kill(reason);
        }
        const left = await waitUntilGone(mark, reason === 'timeout' ? 9000 : 6000);
        expect(left).toEqual([]);
        expect({ code: parent.exitCode, signal: parent.signalCode }).toEqual(expectedEnd(reason));
        if (reason === 'abort' || reason === 'timeout' || reason === 'return') {
          const result = JSON.parse(output.text().split('\n')[1] ?? '');
          const code = reason === 'timeout' ? 'timeout' : 'aborted';
          const forcefullyKilled = agent !== 'works-politely';
          expect(result).toMatchObject({ ok: false, forcefullyKilled, error: { code } });
        }
      });
    }
  }
});

function collect(child: ChildProcess): { contains(word: string): Promise<void>; text(): string } {
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  return {
    text: () => text,
    async contains(word) {
      while (!text.includes(word)) await once(child.stdout ?? child, 'data');
    },
  };
}

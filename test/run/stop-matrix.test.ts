import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CodexClient, type RunResult } from 'threadline/run';
import { beforeAll, describe, expect, it } from 'vitest';
import { fakeAgent } from './agents.ts';
import { canFindProcesses, createMark, findMarked, MARK, waitUntilGone } from './marked-processes.ts';

const AGENTS = ['works-politely', 'works-ignoring-term', 'works-with-children'] as const;
/** What the caller does. */
const STOPS = ['abort', 'timeout', 'return'] as const;
/** How the calling process ends. */
const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit', 'exception'] as const;

type Agent = (typeof AGENTS)[number];
type Stop = (typeof STOPS)[number];
type End = (typeof ENDS)[number];

describe.runIf(canFindProcesses).each(AGENTS)(
  'R2: 6 s after a run was stopped nobody of its group lives: %s',
  (agent) => {
    const stopped = new Map<Stop, ReturnType<typeof stopRun>>();
    const ended = new Map<End, ReturnType<typeof endParent>>();

    // Almost all of the time is waiting: all wait at once.
    beforeAll(() => {
      for (const stop of STOPS) stopped.set(stop, stopRun(stop, agent));
      for (const end of ENDS) ended.set(end, endParent(end, agent));
    });

    it.each(STOPS)('%s', async (stop) => {
      const sight = await stopped.get(stop);
      expect(sight?.atWork).toBeGreaterThanOrEqual(1);
      expect(sight?.left).toEqual([]);
      expect(sight?.result).toMatchObject({
        ok: false,
        forcefullyKilled: agent !== 'works-politely',
        error: { code: stop === 'timeout' ? 'timeout' : 'aborted' },
      });
    });

    it.each(ENDS)('parent %s', async (end) => {
      const sight = await ended.get(end);
      expect(sight?.atWork).toBeGreaterThanOrEqual(2);
      expect(sight?.left).toEqual([]);
      // The parent ends as if we had never listened.
      const isSignal = end.startsWith('SIG');
      const code = end === 'exit' ? 0 : 1;
      expect(sight?.parent).toEqual(isSignal ? { code: null, signal: end } : { code, signal: null });
    });
  },
);

interface StopSight {
  /** How many processes there were while the agent was at work. */
  atWork: number;
  /** Processes when the run was over. */
  left: number[];
  /** From the stop to the end. */
  elapsedMs: number;
  result: RunResult;
}

async function stopRun(stop: Stop, agent: Agent): Promise<StopSight> {
  const mark = createMark();
  const abort = new AbortController();
  const client = new CodexClient({ binary: fakeAgent(agent), env: { [MARK]: mark }, signal: abort.signal });
  const run = client.streamExec({ prompt: 'hi', timeoutMs: stop === 'timeout' ? 4000 : 0 });
  let atWork = 0;
  let stoppedAt = performance.now() + (stop === 'timeout' ? 4000 : 0);
  for await (const outcome of run.events) {
    if (!outcome.ok || outcome.events[0]?.type !== 'item.completed') continue;
    atWork = findMarked(mark).length;
    if (stop !== 'timeout') stoppedAt = performance.now();
    if (stop === 'abort') abort.abort();
    if (stop === 'return') break;
  }
  const result = await run.completion;
  return { atWork, left: findMarked(mark), elapsedMs: performance.now() - stoppedAt, result };
}

interface EndSight {
  atWork: number;
  left: number[];
  /** How the parent itself ended. */
  parent: { code: number | null; signal: NodeJS.Signals | null };
}

async function endParent(end: End, agent: Agent): Promise<EndSight> {
  const mark = createMark();
  const program = fileURLToPath(new URL('./stop-parent.ts', import.meta.url));
  const parent = spawn(process.execPath, [program, end, agent], {
    env: { ...process.env, [MARK]: mark },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const closed = once(parent, 'close');
  await once(parent.stdout, 'data');
  const atWork = findMarked(mark).length;
  if (end === 'exit' || end === 'exception') parent.stdin.end('go');
  else parent.kill(end);
  const left = await waitUntilGone(mark);
  await closed;
  return { atWork, left, parent: { code: parent.exitCode, signal: parent.signalCode } };
}

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from 'threadline';
import { CodexClient, type ExecRequest, type RunResult } from 'threadline/run';
import { describe, expect, it } from 'vitest';
import { fakeAgent, THREAD } from './agents.ts';
import { canFindProcesses, createMark, findMarked, MARK, waitUntilGone } from './marked-processes.ts';

const USAGE = {
  input_tokens: 10,
  cached_input_tokens: 4,
  output_tokens: 3,
  cache_write_input_tokens: 0,
  reasoning_output_tokens: 0,
  total_tokens: 13,
};

/** A whole turn that went well. */
const GOOD: Omit<RunResult, 'durationMs'> = {
  ok: true,
  exitCode: 0,
  signal: null,
  timedOut: false,
  idleTimedOut: false,
  aborted: false,
  forcefullyKilled: false,
  stdioHeld: false,
  stderrTail: '',
  threadId: THREAD,
  missedThreadId: undefined,
  lastMessage: 'hello',
  usage: USAGE,
  error: undefined,
};

/** A turn that began and came to nothing. */
const CUT: Omit<RunResult, 'durationMs'> = { ...GOOD, ok: false, lastMessage: undefined, usage: undefined };
/** Nothing came at all. */
const NOTHING: Omit<RunResult, 'durationMs'> = { ...CUT, threadId: undefined };

const TIMEOUT = { code: 'timeout', message: 'the agent was ended after 2 s' } as const;

interface Row {
  agent: string;
  habit: string;
  result: Omit<RunResult, 'durationMs'>;
  request?: Partial<ExecRequest>;
  /** Problem codes in order. */
  problems?: string[];
  /** How many lines gave events. */
  lines: number;
  /** A process that no signal to the group reaches stays. */
  leaves?: number;
}

const SLOW = { timeoutMs: 2000 };
/** The last 64 KiB of 100 MB. */
const STDERR_TAIL = `${`${'e'.repeat(1023)}\n`.repeat(64)}the last line of stderr\n`.slice(-64 * 1024);
const MEGABYTE = 1024 * 1024;

const TABLE: Row[] = [
  { agent: 'normal', habit: 'does all well', result: GOOD, lines: 4 },
  {
    agent: 'exit-1',
    habit: 'ends with code 1',
    result: {
      ...CUT,
      exitCode: 1,
      stderrTail: 'Error occurred\n',
      error: { code: 'exit-code', message: 'the agent ended with exit code 1: Error occurred' },
    },
    lines: 2,
  },
  {
    agent: 'exit-127',
    habit: 'ends with code 127 and no line',
    result: {
      ...NOTHING,
      exitCode: 127,
      stderrTail: 'codex: command not found\n',
      error: { code: 'exit-code', message: 'the agent ended with exit code 127: codex: command not found' },
    },
    lines: 0,
  },
  {
    agent: 'signal-self',
    habit: 'dies by a signal',
    result: {
      ...CUT,
      exitCode: null,
      signal: 'SIGKILL',
      error: { code: 'killed', message: 'the agent was ended by SIGKILL' },
    },
    lines: 2,
  },
  {
    agent: 'never-exits',
    habit: 'never ends',
    request: SLOW,
    result: { ...CUT, exitCode: null, signal: 'SIGINT', timedOut: true, error: TIMEOUT },
    lines: 2,
  },
  {
    agent: 'ignores-int',
    habit: 'ignores SIGINT',
    request: SLOW,
    result: { ...CUT, exitCode: null, signal: 'SIGTERM', timedOut: true, error: TIMEOUT },
    lines: 2,
  },
  {
    agent: 'ignores-term',
    habit: 'ignores SIGINT and SIGTERM',
    request: SLOW,
    result: { ...CUT, exitCode: null, signal: 'SIGKILL', timedOut: true, forcefullyKilled: true, error: TIMEOUT },
    lines: 2,
  },
  {
    agent: 'forks-holding-stdout',
    habit: 'leaves a child that holds stdout',
    result: { ...GOOD, stdioHeld: true },
    lines: 4,
  },
  {
    agent: 'setsid-child',
    habit: 'leaves a child in another session that holds stdout',
    result: { ...GOOD, stdioHeld: true },
    lines: 4,
    leaves: 1,
  },
  { agent: 'floods-stderr', habit: 'writes 100 MB to stderr', result: { ...GOOD, stderrTail: STDERR_TAIL }, lines: 4 },
  {
    agent: 'floods-stdout',
    habit: 'writes much to stdout',
    request: { env: { FLOOD_MB: '64' } },
    result: GOOD,
    lines: 16836,
  },
  {
    agent: 'half-last-line',
    habit: 'stops in the middle of a line',
    result: {
      ...CUT,
      lastMessage: 'hello',
      error: { code: 'turn-unfinished', message: 'the agent ended in the middle of a turn' },
    },
    problems: ['truncated-tail'],
    lines: 3,
  },
  {
    agent: 'split-characters',
    habit: 'sends characters byte by byte',
    result: { ...GOOD, lastMessage: 'é漢👩‍👧' },
    lines: 4,
  },
  {
    agent: 'closes-stdin',
    habit: 'closes stdin',
    request: { prompt: 'x'.repeat(5 * MEGABYTE) },
    result: GOOD,
    lines: 4,
  },
  {
    agent: 'reads-stdin-to-the-end',
    habit: 'waits for the end of stdin',
    result: { ...GOOD, lastMessage: 'hi' },
    lines: 4,
  },
  {
    agent: 'noise-first',
    habit: 'prints the four lines that break the official SDK',
    result: GOOD,
    problems: ['invalid-json', 'not-an-object', 'truncated-tail'],
    lines: 4,
  },
  { agent: 'crlf', habit: 'ends its lines with CRLF', result: GOOD, lines: 4 },
  { agent: 'byte-order-mark', habit: 'begins with a byte order mark', result: GOOD, lines: 4 },
  {
    agent: 'huge-line',
    habit: 'prints a line of 32 MB',
    result: { ...GOOD, lastMessage: 'x'.repeat(32 * MEGABYTE) },
    lines: 4,
  },
  {
    agent: 'exits-at-once',
    habit: 'ends before its prompt is written',
    request: { prompt: 'x'.repeat(5 * MEGABYTE) },
    result: { ...NOTHING, ok: true },
    lines: 0,
  },
  {
    agent: 'writes-after-term',
    habit: 'goes on writing when it is to end',
    request: SLOW,
    result: { ...GOOD, ok: false, lastMessage: 'goodbye', timedOut: true, error: TIMEOUT },
    lines: 4,
  },
  { agent: 'double-forks', habit: 'leaves an orphan in its group', result: GOOD, lines: 4 },
  { agent: 'deletes-cwd', habit: 'deletes its working folder', result: GOOD, lines: 4 },
  { agent: 'slow-start', habit: 'takes its time to begin', request: { idleTimeoutMs: 5000 }, result: GOOD, lines: 4 },
  {
    agent: 'error-then-nothing',
    habit: 'reports an error and ends with code 0',
    result: { ...CUT, error: { code: 'agent-error', message: 'stream disconnected' } },
    lines: 3,
  },
  {
    agent: 'turn-failed',
    habit: 'gives up',
    result: { ...CUT, exitCode: 1, error: { code: 'turn-failed', message: 'the model is overloaded' } },
    lines: 4,
  },
  {
    agent: 'exit-7-after-a-good-turn',
    habit: 'ends with code 7 after a good turn',
    result: {
      ...GOOD,
      ok: false,
      exitCode: 7,
      error: { code: 'exit-code', message: 'the agent ended with exit code 7' },
    },
    lines: 4,
  },
];

describe.concurrent('R1: a result for every bad habit', () => {
  for (const row of TABLE) {
    it(`an agent that ${row.habit} (${row.agent})`, async (context) => {
      if (!canFindProcesses) context.skip('needs /proc');
      const mark = createMark();
      const client = new CodexClient({ binary: fakeAgent(row.agent), env: { [MARK]: mark } });
      const cwd = mkdtempSync(join(tmpdir(), 'threadline-fake-'));
      const run = client.streamExec({ prompt: 'hi', cwd, ...row.request });
      let lines = 0;
      const problems: string[] = [];
      for await (const outcome of run.events) {
        if (outcome.ok) lines += 1;
        problems.push(...codesOf(outcome));
      }
      const { durationMs, ...result } = await run.completion;
      expect(result).toEqual(row.result);
      expect(durationMs).toBeGreaterThan(0);
      expect({ lines, problems }).toEqual({ lines: row.lines, problems: row.problems ?? [] });
      await expectNobodyLeft(mark, row.leaves ?? 0);
    });
  }
});

function codesOf(outcome: Outcome): string[] {
  return outcome.ok ? outcome.problems.map((problem) => problem.code) : [outcome.error.code];
}

async function expectNobodyLeft(mark: string, left: number): Promise<void> {
  if (left === 0) {
    expect(await waitUntilGone(mark)).toEqual([]);
    return;
  }
  const pids = findMarked(mark);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  expect(pids).toHaveLength(left);
}

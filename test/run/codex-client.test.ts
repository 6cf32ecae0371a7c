import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Outcome, ThreadEvent } from 'threadline';
import { createEventReader } from 'threadline';
import { type AgentRun, CodexClient, type CodexClientOptions, type ExecRequest } from 'threadline/run';
import { describe, expect, it } from 'vitest';
import { fakeAgent, THREAD } from './agents.ts';

const createFolder = () => mkdtempSync(join(tmpdir(), 'threadline-client-'));
const client = (agent: string, options: CodexClientOptions = {}) =>
  new CodexClient({ binary: fakeAgent(agent), ...options });

async function collect(run: AgentRun): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for await (const outcome of run.events) outcomes.push(outcome);
  return outcomes;
}

const eventsOf = (outcomes: Outcome[]): ThreadEvent[] =>
  outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));

/** What the agent `echo` was given. */
async function given(
  run: AgentRun,
): Promise<{ args: string[]; stdin: string; cwd: string; env: Record<string, string> }> {
  return JSON.parse((await run.completion).lastMessage ?? '');
}

const echo = (request: Partial<ExecRequest> = {}, options: CodexClientOptions = {}) =>
  given(client('echo', options).streamExec({ prompt: 'hi', ...request }));

describe('a run', () => {
  it('case 28: gives the events that its bytes give offline, but for the time of arrival', async () => {
    const eventLog = join(createFolder(), 'log.jsonl');
    const outcomes = await collect(client('noise-first').streamExec({ prompt: 'hi', eventLog }));
    const zero = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0, reasoning_output_tokens: 0 };
    const reader = createEventReader({ priorUsage: zero });
    const offline = [...reader.push(readFileSync(eventLog).subarray(0, -1)), ...reader.end()];
    for (const event of eventsOf(outcomes)) {
      expect(Date.parse(event.timestamp ?? '')).toBeGreaterThan(0);
      delete event.timestamp;
    }
    expect(outcomes).toEqual(offline);
  });

  it('case 29: has each line in the log before its event is delivered, and all of them in the end', async () => {
    const folder = createFolder();
    const eventLog = join(folder, 'a', 'log.jsonl');
    const PROCEED = join(folder, 'proceed');
    const run = client('waits-for-file').streamExec({ prompt: 'hi', eventLog, env: { PROCEED } });
    const first = await run.events.next();
    const line = `{"type":"thread.started","thread_id":"${THREAD}"}\n`;
    expect(first.value?.line).toBe(1);
    expect(readFileSync(eventLog, 'utf8')).toBe(line);
    writeFileSync(PROCEED, '');
    await collect(run);
    expect(readFileSync(eventLog, 'utf8').split('\n')).toHaveLength(5);
    expect(readFileSync(eventLog, 'utf8').startsWith(line)).toBe(true);
  });

  it('fails when its log cannot be written', async () => {
    const folder = createFolder();
    writeFileSync(join(folder, 'file'), '');
    const opened = client('normal').streamExec({ prompt: 'hi', eventLog: join(folder, 'file', 'log') });
    expect(await opened.completion).toMatchObject({ ok: false, exitCode: null, error: { code: 'write-failed' } });
    const full = client('normal').streamExec({ prompt: 'hi', eventLog: '/dev/full' });
    expect(await full.completion).toMatchObject({ ok: false, error: { code: 'write-failed' } });
  });

  it('case 30: ends by its idle timeout when nothing comes', async () => {
    const run = client('never-exits').streamExec({ prompt: 'hi', idleTimeoutMs: 5 });
    await collect(run);
    expect(await run.completion).toMatchObject({
      ok: false,
      idleTimedOut: true,
      timedOut: false,
      error: { code: 'idle-timeout', message: 'the agent was ended: it had printed nothing for 5 ms' },
    });
  });

  it('case 31: ends by its timeout after a first line, which is delivered', async () => {
    const run = client('never-exits').streamExec({ prompt: 'hi', timeoutMs: 1500 });
    expect(eventsOf(await collect(run)).map(({ type }) => type)).toEqual(['thread.started', 'turn.started']);
    expect(await run.completion).toMatchObject({ ok: false, timedOut: true, error: { code: 'timeout' } });
  });

  it.each(['exec', 'resume'])(
    'case 32: its events end when it is stopped, though nobody asks for the completion (%s)',
    async (kind) => {
      const agent = client('never-exits');
      const run =
        kind === 'exec' ? agent.streamExec({ prompt: 'hi' }) : agent.streamResume({ prompt: 'hi', resume: 'last' });
      for await (const outcome of run.events) {
        if (outcome.line === 2) void run.stop();
      }
      expect(run.isFinished).toBe(true);
      expect(await run.completion).toMatchObject({
        ok: false,
        aborted: true,
        signal: 'SIGINT',
        error: { code: 'aborted' },
      });
    },
  );

  it('case 33: has the environment of its request, which leaks nowhere', async () => {
    const before = { ...process.env };
    process.env.CLAUDECODE = '1';
    try {
      const first = await echo(
        { env: { FOO: 'one', RUST_LOG: 'debug', HOME: undefined } },
        { env: { FOO: 'zero', BAR: 'two' } },
      );
      expect(first.env).toMatchObject({ FOO: 'one', BAR: 'two', RUST_LOG: 'debug', PATH: process.env.PATH });
      expect(first.env).not.toHaveProperty('HOME');
      expect(first.env).not.toHaveProperty('CLAUDECODE');
      const second = await echo();
      expect(second.env.RUST_LOG).toBe('error');
      expect(second.env).not.toHaveProperty('FOO');
    } finally {
      delete process.env.CLAUDECODE;
    }
    expect(process.env).toEqual(before);
  });

  it.each(['', ' \n\t', 'a\0b'])('case 34: throws before anything is started for the prompt %j', (prompt) => {
    expect(() => client('normal').streamExec({ prompt })).toThrow(TypeError);
    expect(() => client('normal').streamResume({ prompt, resume: 'last' })).toThrow(TypeError);
  });

  it('throws for times that are none', () => {
    expect(() => client('normal').streamExec({ prompt: 'hi', timeoutMs: -1 })).toThrow(TypeError);
    expect(() => client('normal').streamExec({ prompt: 'hi', idleTimeoutMs: Number.NaN })).toThrow(TypeError);
  });

  it('case 35: resumes the last session with and without a prompt', async () => {
    const without = await given(client('echo').streamResume({ resume: 'last' }));
    expect(without).toMatchObject({ args: ['exec', '--json', 'resume', '--last'], stdin: '' });
    const withPrompt = await given(client('echo').streamResume({ resume: 'last', prompt: 'go on' }));
    expect(withPrompt).toMatchObject({ args: ['exec', '--json', 'resume', '--last', '-'], stdin: 'go on' });
  });

  it('case 36: resumes a session by its id, and begins with its thread', async () => {
    const run = client('normal').streamResume({ resume: THREAD, prompt: 'go on' });
    const [first] = eventsOf(await collect(run));
    expect(first).toMatchObject({ type: 'thread.started', thread_id: THREAD });
  });

  it('case 124: knows the thread after its first event, and that it is over after the last', async () => {
    const run = client('normal').streamExec({ prompt: 'hi' });
    expect([run.threadId, run.isFinished]).toEqual([undefined, false]);
    await run.events.next();
    expect(run.threadId).toBe(THREAD);
    await collect(run);
    expect(run.isFinished).toBe(true);
    expect(await run.events.next()).toEqual({ value: undefined, done: true });
  });

  it('resolves its completion though nobody reads the events, however many there are', async () => {
    const run = client('floods-stdout').streamExec({ prompt: 'hi', env: { FLOOD_MB: '16' } });
    expect(await run.completion).toMatchObject({ ok: true, lastMessage: 'hello' });
    expect(() => run.events[Symbol.asyncIterator]()).toThrow(TypeError);
  });

  it('waits for a reader that begins late, without losing a line', async () => {
    const run = client('floods-stdout').streamExec({ prompt: 'hi', env: { FLOOD_MB: '16' }, idleTimeoutMs: 2500 });
    await delay(3500);
    expect(run.isFinished).toBe(false);
    const lines = (await collect(run)).map(({ line }) => line);
    expect(lines).toEqual(Array.from({ length: lines.length }, (_, index) => index + 1));
    expect(await run.completion).toMatchObject({ ok: true });
  });

  it('is over well when its reader leaves at the last event and the agent ends by itself', async () => {
    const run = client('normal').streamExec({ prompt: 'hi' });
    for await (const outcome of run.events) {
      if (outcome.ok && outcome.events[0]?.type === 'turn.completed') break;
    }
    expect(await run.completion).toMatchObject({ ok: true, aborted: false });
  });

  it('never begins when its signal is aborted already', async () => {
    const run = client('normal').streamExec({ prompt: 'hi', signal: AbortSignal.abort() });
    expect(await collect(run)).toEqual([]);
    expect(await run.completion).toMatchObject({ ok: false, aborted: true, exitCode: null, threadId: undefined });
  });

  it('is started in its folder, and fails clearly when there is none', async () => {
    const cwd = createFolder();
    expect((await echo({ cwd })).cwd).toBe(cwd);
    const gone = client('normal').streamExec({ prompt: 'hi', cwd: join(cwd, 'gone') });
    expect((await gone.completion).error).toEqual({
      code: 'spawn-failed',
      message: `the working folder ${join(cwd, 'gone')} is not there`,
    });
  });

  it('says how to install a program that is missing or cannot be executed', async () => {
    const folder = createFolder();
    const plain = join(folder, 'codex');
    writeFileSync(plain, '#!/bin/sh\n');
    chmodSync(plain, 0o644);
    for (const binary of [join(folder, 'missing'), plain]) {
      const { ok, error } = await new CodexClient({ binary }).streamExec({ prompt: 'hi' }).completion;
      expect([ok, error?.code]).toEqual([false, 'cli-not-found']);
      expect(error?.message).toContain('npm install -g @openai/codex');
    }
  });

  it('gives an output schema as a file that is gone afterwards', async () => {
    const { args } = await echo({ outputSchema: { type: 'object' } });
    const file = args[args.indexOf('--output-schema') + 1] ?? '';
    expect(file).toContain('threadline-schema-');
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(tmpdir())).not.toContain(file.split('/').at(-2));
    expect((await echo({ outputSchema: 'schema.json' })).args).toContain(resolve('schema.json'));
  });

  it('puts CODEX_HOME into the environment', async () => {
    expect((await echo({}, { codexHome: '/some/home' })).env.CODEX_HOME).toBe('/some/home');
  });
});

describe('R6: a prompt is data', () => {
  const prompts = [
    '-',
    '--',
    '--help',
    '---\nx',
    '-c x=y',
    '$(id)',
    '`id`',
    `"'\\`,
    'a\nb\r\n',
    '👩‍👧 漢',
    ' padded ',
    'x'.repeat(2 * 1024 * 1024),
  ];
  it.each(prompts.map((prompt) => [prompt.slice(0, 20), prompt]))(
    '%j arrives by stdin as itself',
    async (_, prompt) => {
      const { args, stdin } = await echo({ prompt });
      expect(args).toEqual(['exec', '--json', '-']);
      expect(stdin === prompt).toBe(true);
    },
  );
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ThreadEvent, ThreadItem } from 'threadline';
import { execute } from 'threadline/run';
import { loadSession, resumePoint } from 'threadline/sessions';
import { afterEach, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { message, reasoning, toolSearch } from '../../scripts/record/models/answers.ts';
import type { Answer, Script, Turn } from '../../scripts/record/models/responses-api.ts';
import { canFindProcesses, findLeader, waitUntilGone } from '../run/marked-processes.ts';
import {
  CODEX_VERSIONS,
  createWorkshop,
  type FinishedRun,
  findCodex,
  type Workshop,
  type WorkshopOptions,
} from './codex-harness.ts';

const PATCH = `*** Begin Patch
*** Add File: hello.txt
+Hello
*** Update File: app.js
@@
-export const add = (a, b) => a - b;
+export const add = (a, b) => a + b;
*** End Patch`;

/** One answer after the other; the last one again and again. */
const inTurn =
  (...answers: ((turn: Turn) => Answer)[]): Script =>
  (turn) =>
    (answers[Math.min(turn.index, answers.length - 1)] ?? (() => []))(turn);

const say = (text: string) => () => [message(text)];
const hello = say('Hello!');
/** A command that would run for long. */
const slow = inTurn(({ tools }) => [message('At work.'), tools.shell('echo begun; sleep 45')], say('never said'));

const eventsOf = ({ events }: FinishedRun): ThreadEvent[] =>
  events.flatMap((outcome) => (outcome.ok ? outcome.events : []));

/** The items that were completed, of one kind. */
function completed<T extends ThreadItem['type']>(run: FinishedRun, type: T): Extract<ThreadItem, { type: T }>[] {
  const items = eventsOf(run).flatMap((event) => (event.type === 'item.completed' ? [event.item] : []));
  return items.filter((item): item is Extract<ThreadItem, { type: T }> => item.type === type);
}

describe.each(CODEX_VERSIONS)('end to end with Codex %s', (version) => {
  let codex: Awaited<ReturnType<typeof findCodex>> = { skip: 'not installed' };
  let workshop: Workshop | undefined;

  beforeAll(async () => {
    codex = await findCodex(version);
  }, 300_000);

  async function open(context: TestContext, script: Script, options: Partial<WorkshopOptions> = {}): Promise<Workshop> {
    if ('skip' in codex) context.skip(codex.skip);
    else if (canFindProcesses) {
      workshop = await createWorkshop({ ...codex, script, ...options });
      return workshop;
    }
    return context.skip('needs /proc');
  }

  // After every scenario nobody of the run is left.
  afterEach(async () => {
    if (!workshop) return;
    const left = await waitUntilGone(workshop.mark);
    await workshop.close();
    workshop = undefined;
    expect(left).toEqual([]);
  });

  it('hello', async (context) => {
    const { exec } = await open(context, () => [reasoning('**Greeting**'), message('Hello!')]);
    const run = await exec({ prompt: 'Say hello.' });
    expect(run.result).toMatchObject({
      ok: true,
      exitCode: 0,
      signal: null,
      lastMessage: 'Hello!',
      error: undefined,
      aborted: false,
      stdioHeld: false,
      usage: { input_tokens: 5000, output_tokens: 80 },
    });
    expect(run.result.threadId).toMatch(/^[0-9a-f-]{36}$/);
    expect(run.events.every((outcome) => outcome.ok && outcome.problems.length === 0)).toBe(true);
    expect(run.messages.map(({ id }) => id)).toEqual(['t1.user.1', 't1.thinking.1', 't1.text.1']);
  });

  it('a command that succeeds and one that fails', async (context) => {
    const script = inTurn(
      ({ tools }) => [tools.shell('echo good')],
      ({ tools }) => [tools.shell('echo bad >&2; exit 3')],
      say('Done.'),
    );
    const run = await (await open(context, script)).exec({ prompt: 'Run two commands.' });
    expect(run.result).toMatchObject({ ok: true, lastMessage: 'Done.' });
    const commands = completed(run, 'command_execution');
    expect(commands.map((item) => [item.exit_code, item.status])).toEqual([
      [0, 'completed'],
      [3, 'failed'],
    ]);
    expect(commands[0]?.aggregated_output).toContain('good');
  });

  it('a patch', async (context) => {
    const { exec, project } = await open(
      context,
      inTurn(({ tools }) => [tools.patch(PATCH)], say('Patched.')),
    );
    const run = await exec({ prompt: 'Fix add().' });
    expect(run.result).toMatchObject({ ok: true, lastMessage: 'Patched.' });
    const [change] = completed(run, 'file_change');
    expect(change?.status).toBe('completed');
    expect(change?.changes.map(({ kind }) => kind).sort()).toEqual(['add', 'update']);
    expect(readFileSync(join(project, 'hello.txt'), 'utf8')).toBe('Hello\n');
  });

  it('a plan', async (context) => {
    const steps = [
      { step: 'Read', status: 'completed' },
      { step: 'Write', status: 'in_progress' },
    ];
    const script = inTurn(({ tools }) => [tools.plan(steps) ?? message('no plan')], say('Planned.'));
    const run = await (await open(context, script)).exec({ prompt: 'Plan.' });
    expect(run.result).toMatchObject({ ok: true, lastMessage: 'Planned.' });
    expect(completed(run, 'todo_list')[0]?.items.map(({ text, completed }) => [text, completed])).toEqual([
      ['Read', true],
      ['Write', false],
    ]);
  });

  it('an MCP server', async (context) => {
    const calls = ['echo', 'fail'];
    const script: Script = ({ tools }) => {
      const call = tools.mcp('demo', calls[0] ?? '', { text: 'hé 👋' });
      if (calls.length === 0) return [message('Called.')];
      if (!call) return [toolSearch('demo echo fail')];
      calls.shift();
      return [call];
    };
    const run = await (await open(context, script)).exec({ prompt: 'Use the tools.' });
    expect(run.result).toMatchObject({ ok: true, lastMessage: 'Called.' });
    const items = completed(run, 'mcp_tool_call');
    expect(items.map(({ server, tool, status }) => [server, tool, status])).toEqual([
      ['demo', 'echo', 'completed'],
      ['demo', 'fail', 'failed'],
    ]);
    expect(JSON.stringify(items[0]?.result)).toContain('echo: hé 👋');
  });

  it('an HTTP 400', async (context) => {
    const { exec } = await open(context, () => ({ status: 400, message: 'mock says no' }));
    const run = await exec({ prompt: 'Say hello.' });
    expect(run.result).toMatchObject({
      ok: false,
      exitCode: 1,
      lastMessage: undefined,
      error: { code: 'turn-failed' },
    });
    expect(run.result.error?.message).toContain('mock says no');
  });

  it('an HTTP 500 after which it tries again', async (context) => {
    const script = inTurn(() => ({ status: 500, message: 'try again' }), hello);
    const run = await (await open(context, script, { retries: 2 })).exec({ prompt: 'Say hello.' });
    expect(run.result).toMatchObject({ ok: true, exitCode: 0, lastMessage: 'Hello!' });
    expect(eventsOf(run).filter(({ type }) => type === 'error').length).toBeGreaterThan(0);
  });

  it('a model that cannot be reached, and a timeout of ours', async (context) => {
    const { exec } = await open(context, hello, { modelUrl: 'http://127.0.0.1:9/v1', retries: 100 });
    const run = await exec({ prompt: 'Say hello.', timeoutMs: 10_000 });
    expect(run.result).toMatchObject({ ok: false, timedOut: true, error: { code: 'timeout' } });
    expect(run.result.threadId).toBeDefined();
  });

  it('resume by id and last', async (context) => {
    const { exec, resume } = await open(context, ({ index }) => [message(`Answer ${index + 1}.`)]);
    const first = await exec({ prompt: 'One.' });
    const threadId = first.result.threadId ?? '';
    const second = await resume({ resume: threadId, prompt: '--two', firstTurn: 2 });
    const third = await resume({ resume: 'last', prompt: '-', firstTurn: 3 });
    expect([first, second, third].map(({ result }) => [result.ok, result.lastMessage, result.threadId])).toEqual([
      [true, 'Answer 1.', threadId],
      [true, 'Answer 2.', threadId],
      [true, 'Answer 3.', threadId],
    ]);
    expect(third.messages.map(({ id, content }) => [id, content[0]])).toEqual([
      ['t3.user.1', { type: 'text', text: '-' }],
      ['t3.text.1', { type: 'text', text: 'Answer 3.' }],
    ]);
  });

  it('an output schema, and a file for the last message', async (context) => {
    const { exec, project, model } = await open(context, say('{"answer":42}'));
    const outputSchema = {
      type: 'object',
      properties: { answer: { type: 'integer' } },
      required: ['answer'],
      additionalProperties: false,
    };
    const lastMessageFile = join(project, 'last.txt');
    const run = await exec({ prompt: 'Answer.', outputSchema, lastMessageFile });
    expect(run.result).toMatchObject({ ok: true, lastMessage: '{"answer":42}' });
    expect(readFileSync(lastMessageFile, 'utf8')).toBe('{"answer":42}');
    expect(JSON.stringify(model.requests[0])).toContain('"answer"');
  });

  it('an image, with a new thread and with one that goes on', async (context) => {
    const { exec, resume, project, model } = await open(context, hello);
    const image = join(project, 'pixel.png');
    writeFileSync(image, Buffer.from(PIXEL, 'base64'));
    const first = await exec({ prompt: 'Look.', images: [image] });
    const second = await resume({ prompt: 'Look again.', images: [image], resume: first.result.threadId ?? '' });
    expect([first.result.ok, second.result.ok]).toEqual([true, true]);
    const images = model.requests.map((request) => JSON.stringify(request).split('"input_image"').length - 1);
    expect(images).toEqual([1, 2]);
  });

  it('every option at once', async (context) => {
    const { exec, project } = await open(context, hello);
    const run = await exec({
      prompt: 'Say hello.',
      model: 'skip' in codex ? undefined : codex.model,
      dangerouslyBypassApprovalsAndSandbox: false,
      sandbox: 'workspace-write',
      approval: 'never',
      addDirs: [join(project, '..')],
      config: { model_reasoning_effort: 'low', 'tools.view_image': false },
      configOverrides: ['hide_agent_reasoning=true'],
      lastMessageFile: join(project, 'last.txt'),
      ...(version === '0.98.0' ? {} : { ephemeral: true, ignoreRules: true }),
    });
    expect(run.result).toMatchObject({ ok: true, lastMessage: 'Hello!' });
  });

  it('a SIGKILL from outside', async (context) => {
    const { client, mark } = await open(context, slow);
    const run = client.streamExec({ prompt: 'Take your time.' });
    for await (const outcome of run.events) {
      if (outcome.ok && outcome.events[0]?.type === 'item.started') process.kill(findLeader(mark), 'SIGKILL');
    }
    expect(await run.completion).toMatchObject({
      ok: false,
      exitCode: null,
      signal: 'SIGKILL',
      error: { code: 'killed' },
    });
  });

  it('an abort in the middle', async (context) => {
    const { client } = await open(context, slow);
    const abort = new AbortController();
    const run = client.streamExec({ prompt: 'Take your time.', signal: abort.signal });
    for await (const outcome of run.events) {
      if (outcome.ok && outcome.events[0]?.type === 'item.started') abort.abort();
    }
    expect(await run.completion).toMatchObject({
      ok: false,
      aborted: true,
      forcefullyKilled: false,
      lastMessage: 'At work.',
      error: { code: 'aborted' },
    });
  });

  it('a timeout in the middle', async (context) => {
    const run = await (await open(context, slow)).exec({ prompt: 'Take your time.', timeoutMs: 10_000 });
    expect(run.result).toMatchObject({
      ok: false,
      timedOut: true,
      lastMessage: 'At work.',
      error: { code: 'timeout' },
    });
  });

  it('an idle timeout, with a model that never answers', async (context) => {
    const run = await (await open(context, () => 'silence')).exec({ prompt: 'Say hello.', idleTimeoutMs: 10_000 });
    expect(run.result).toMatchObject({
      ok: false,
      idleTimedOut: true,
      timedOut: false,
      error: { code: 'idle-timeout' },
    });
    expect(run.result.threadId).toBeDefined();
  });

  it('a reader that leaves after two events', async (context) => {
    const { client } = await open(context, slow);
    const run = client.streamExec({ prompt: 'Take your time.' });
    let count = 0;
    for await (const _ of run.events) {
      count += 1;
      if (count === 2) break;
    }
    expect(await run.completion).toMatchObject({ ok: false, aborted: true, error: { code: 'aborted' } });
  });

  it('a session that is not there', async (context) => {
    const { resume } = await open(context, hello);
    const unknown = '11111111-2222-4333-8444-555555555555';
    const run = await resume({ resume: unknown, prompt: 'Hello?' });
    // Up to 0.116 Codex begins a new thread without a word.
    if (run.result.ok) expect(run.result.missedThreadId).toBe(unknown);
    else expect(run.result).toMatchObject({ exitCode: 1, error: { code: 'exit-code' } });
  });

  it('says why it failed though RUST_BACKTRACE is set', async (context) => {
    const { resume } = await open(context, hello);
    const id = '11111111-2222-4333-8444-555555555555';
    const { result } = await resume({ resume: id, prompt: 'Hello?', env: { RUST_BACKTRACE: '1' } });
    if (!result.ok) expect(result.error?.message).toMatch(/^the agent ended with exit code 1: Error: .*no rollout/);
  });

  it('a thread, which goes on by itself and by its history', async (context) => {
    const { client, home } = await open(context, ({ index }) => [message(`Answer ${index + 1}.`)]);
    const thread = client.startThread();
    const first = await thread.run('One.');
    const second = await thread.run('Two.');
    expect([first.finalResponse, second.finalResponse]).toEqual(['Answer 1.', 'Answer 2.']);
    const id = thread.id ?? '';
    const history = (threadId: string) => resumePoint(threadId, { homes: [home] });
    const third = await client.resumeThread(id, { history }).run('Three.');
    expect(third.missedThreadId).toBeUndefined();
    const turns = [first, second, third];
    expect(turns.map(({ turnUsage }) => turnUsage?.output_tokens)).toEqual(
      turns.map(() => first.turnUsage?.output_tokens),
    );
    const live = turns.flatMap(({ messages }) => messages.map((one) => one.id));
    expect(live).toEqual((await loadSession(id, { homes: [home] })).map((one) => one.id));
  });

  it('through the npm wrapper, whose native child is ended too', async (context) => {
    if ('skip' in codex) return context.skip(codex.skip);
    const wrapper = wrapperOf(codex.binary);
    const { client, mark } = await open(context, slow, { binary: wrapper });
    const run = client.streamExec({ prompt: 'Take your time.' });
    for await (const outcome of run.events) {
      if (outcome.ok && outcome.events[0]?.type === 'item.started') process.kill(findLeader(mark), 'SIGKILL');
    }
    expect(await run.completion).toMatchObject({ ok: false, signal: 'SIGKILL', error: { code: 'killed' } });
    // The system takes a moment to clear away what was killed.
    expect(await waitUntilGone(mark)).toEqual([]);
  });

  it('execute', async (context) => {
    const { home, project } = await open(context, say('```json\n{"answer":42}\n```'));
    if ('skip' in codex) return;
    const result = await execute({
      prompt: 'Answer.',
      cliPath: codex.binary,
      workingDir: project,
      permissionMode: 'bypassPermissions',
      json: true,
      env: { HOME: home, CODEX_HOME: home, MOCK_API_KEY: 'mock' },
    });
    expect(result).toMatchObject({ success: true, exitCode: 0, data: { answer: 42 } });
    expect(result.messages).toHaveLength(1);
  });
});

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** The npm package's entry point, from its native program. */
function wrapperOf(binary: string): string {
  return `${binary.slice(0, binary.indexOf('/node_modules/'))}/node_modules/@openai/codex/bin/codex.js`;
}

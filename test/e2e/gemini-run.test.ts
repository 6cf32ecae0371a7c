import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ThreadItem, UnifiedMessage } from 'threadline';
import { execute } from 'threadline/run';
import { afterEach, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import type { GeminiAnswer, GeminiPart, GeminiScript } from '../../scripts/record/models/gemini-api.ts';
import { canFindProcesses, findMarked, waitUntilGone } from '../run/marked-processes.ts';
import type { FinishedRun } from './finished-run.ts';
import { createWorkshop, findGemini, GEMINI_VERSION, type Workshop } from './gemini-harness.ts';

const say = (text: string): GeminiPart => ({ text });
const call = (name: string, args: Record<string, unknown> = {}): GeminiPart => ({ functionCall: { name, args } });
const shell = (command: string) => call('run_shell_command', { command });

/** One answer after the other; the last one again and again. */
const inTurn =
  (...answers: readonly GeminiAnswer[]): GeminiScript =>
  (index) =>
    answers[Math.min(index, answers.length - 1)] ?? [];

const hello = inTurn([say('Hel'), say('lo!')]);
/** A command that would run for long. */
const slow: GeminiScript = () => [say('At work.'), shell('echo begun; sleep 45')];

const ONE_REQUEST = { input_tokens: 1000, cached_input_tokens: 400, output_tokens: 27, total_tokens: 1027 };

function ended(run: FinishedRun): ThreadItem[] {
  return run.events.flatMap((event) =>
    event.type === 'item.completed' || event.type === 'item.failed' ? [event.item] : [],
  );
}

/** What law 4 compares. Thoughts, notices and the exit code of a command are never live; some results have no text there. */
function comparable(messages: readonly UnifiedMessage[], { texts = true, exits = true } = {}): object[] {
  return messages
    .filter(({ role, content }) => role !== 'system' && content[0]?.type !== 'thinking')
    .map(({ id, role, tool, content }) => ({
      id,
      role,
      tool,
      content: content.map((block) =>
        block.type === 'tool_result'
          ? { ...block, ...(!texts && { content: '' }), ...(!exits && { is_error: false }) }
          : block,
      ),
    }));
}

describe(`end to end with Gemini CLI ${GEMINI_VERSION}`, { timeout: 180_000 }, () => {
  let gemini: Awaited<ReturnType<typeof findGemini>> = { skip: 'not installed' };
  let workshop: Workshop | undefined;

  beforeAll(async () => {
    gemini = await findGemini();
  }, 300_000);

  async function open(context: TestContext, script: GeminiScript): Promise<Workshop> {
    if ('skip' in gemini) return context.skip(gemini.skip);
    if (!canFindProcesses) return context.skip('needs /proc');
    workshop = await createWorkshop(gemini.binary, script);
    return workshop;
  }

  // After every scenario nobody of the run is left.
  afterEach(async () => {
    if (!workshop) return;
    const left = await waitUntilGone(workshop.mark);
    await workshop.close();
    workshop = undefined;
    expect(left).toEqual([]);
  });

  async function expectReload(run: FinishedRun, options = {}): Promise<void> {
    if (!workshop) throw new Error('no workshop');
    expect(comparable(run.messages, options)).toEqual(comparable(await workshop.reload(run), options));
  }

  it('hello', async (context) => {
    const { exec } = await open(
      context,
      inTurn([{ text: '**Hi** Greet back.', thought: true }, say('Hel'), say('lo!')]),
    );
    const run = await exec({ prompt: 'Say hello.' });
    expect(run.result).toMatchObject({
      ok: true,
      exitCode: 0,
      signal: null,
      lastMessage: 'Hello!',
      error: undefined,
      aborted: false,
      stdioHeld: false,
      usage: ONE_REQUEST,
    });
    expect(run.result.threadId).toMatch(/^[0-9a-f-]{36}$/);
    expect(run.outcomes.every((outcome) => outcome.ok && outcome.problems.length === 0)).toBe(true);
    expect(run.messages.map(({ id }) => id)).toEqual(['t1.user.1', 't1.text.1']);
    await expectReload(run);
  });

  it('commands that succeed and fail, one after the other and side by side', async (context) => {
    const script = inTurn(
      [say('First.'), shell('echo good')],
      [shell('echo bad >&2; exit 3')],
      [shell('echo a'), shell('cat no-such-file')],
      [say('Done.')],
    );
    const run = await (await open(context, script)).exec({ prompt: 'Run them.' });
    expect(run.result).toMatchObject({ ok: true, lastMessage: 'Done.', usage: { total_tokens: 4 * 1027 } });
    const commands = ended(run).filter((item) => item.type === 'command_execution');
    expect(commands.map(({ status }) => status)).toEqual(Array(4).fill('completed'));
    expect(commands[0]?.aggregated_output).toContain('good');
    await expectReload(run, { exits: false });
    // The chat on disk keeps the exit code; the stream says `success` of a command that failed.
    const stored = (await workshop?.reload(run))?.flatMap(({ content }) => content) ?? [];
    const failed = stored.flatMap((block) => (block.type === 'tool_result' ? [block.is_error] : []));
    expect(failed).toEqual([false, true, false, true]);
  });

  it('a file that is written, edited, and not found', async (context) => {
    const path = (name: string) => join(workshop?.project ?? '', name);
    const steps: (() => GeminiAnswer)[] = [
      () => [call('write_file', { file_path: path('hello.txt'), content: 'alpha\nbeta\n' })],
      () => [
        call('replace', {
          file_path: path('hello.txt'),
          old_string: 'beta',
          new_string: 'BETA',
          instruction: 'Write the second line in capitals',
        }),
      ],
      () => [call('read_file', { file_path: path('nope.txt') })],
      () => [say('Done.')],
    ];
    const { exec, project, reload } = await open(context, (index) => (steps[Math.min(index, 3)] ?? (() => []))());
    const run = await exec({ prompt: 'Edit.' });
    expect(run.result).toMatchObject({ ok: true, lastMessage: 'Done.' });
    expect(readFileSync(join(project, 'hello.txt'), 'utf8')).toBe('alpha\nBETA\n');
    expect(ended(run).map(({ type }) => type)).toEqual([
      'user_message',
      'file_change',
      'file_change',
      'tool_call',
      'agent_message',
    ]);
    await expectReload(run, { texts: false });
    const names = (await reload(run)).flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_use' ? [block.name] : [])),
    );
    expect(names).toEqual(['Write', 'Edit', 'Read']);
  });

  it('an MCP server', async (context) => {
    const script = inTurn([call('mcp_demo_echo', { text: 'hé 👋' })], [call('mcp_demo_fail')], [say('Called.')]);
    const run = await (await open(context, script)).exec({ prompt: 'Use the tools.' });
    expect(run.result).toMatchObject({ ok: true, lastMessage: 'Called.' });
    const calls = ended(run).filter((item) => item.type === 'mcp_tool_call');
    expect(calls.map(({ server, tool, status }) => [server, tool, status])).toEqual([
      ['demo', 'echo', 'completed'],
      ['demo', 'fail', 'failed'],
    ]);
    expect(JSON.stringify(calls[0]?.result)).toContain('echo: hé 👋');
    await expectReload(run);
  });

  it('resume by id and last', async (context) => {
    const { exec, resume, reload } = await open(context, (index) => [say(`Answer ${index + 1}.`)]);
    const first = await exec({ prompt: 'One.' });
    const threadId = first.result.threadId ?? '';
    const second = await resume({ resume: threadId, prompt: '--two', firstTurn: 2 });
    const third = await resume({ resume: 'last', prompt: '-', firstTurn: 3 });
    const runs = [first, second, third];
    expect(runs.map(({ result }) => [result.ok, result.lastMessage, result.threadId])).toEqual(
      [1, 2, 3].map((number) => [true, `Answer ${number}.`, threadId]),
    );
    expect(comparable(runs.flatMap(({ messages }) => messages))).toEqual(comparable(await reload(third)));
  });

  it('a session that is not there', async (context) => {
    const { resume } = await open(context, hello);
    const { result } = await resume({ resume: '11111111-2222-4333-8444-555555555555', prompt: 'Hello?' });
    expect(result).toMatchObject({ ok: false, exitCode: 42, error: { code: 'exit-code' } });
    expect(result.error?.message).toContain('a session that it does not know');
  });

  it('an HTTP 400', async (context) => {
    const { exec } = await open(context, () => ({ status: 400, message: 'mock says no' }));
    const run = await exec({ prompt: 'Say hello.' });
    expect(run.result).toMatchObject({
      ok: false,
      exitCode: 144,
      lastMessage: undefined,
      error: { code: 'turn-failed' },
    });
    expect(run.result.error?.message).toContain('mock says no');
    await expectReload(run);
  });

  it('a model that is overloaded, then recovers', async (context) => {
    const script = inTurn({ status: 503, message: 'The model is overloaded.' }, [say('Hello!')]);
    const run = await (await open(context, script)).exec({ prompt: 'Say hello.' });
    expect(run.result).toMatchObject({ ok: true, exitCode: 0, lastMessage: 'Hello!', usage: ONE_REQUEST });
    await expectReload(run);
  });

  it('a SIGKILL from outside', async (context) => {
    const { client, mark } = await open(context, slow);
    const run = client.streamExec({ prompt: 'Take your time.' });
    for await (const outcome of run.events) {
      if (outcome.ok && outcome.events.some(({ type }) => type === 'item.started')) killLeader(mark, 'SIGKILL');
    }
    expect(await run.completion).toMatchObject({
      ok: false,
      exitCode: null,
      signal: 'SIGKILL',
      error: { code: 'killed' },
    });
  });

  it('a SIGINT from outside, after which it ends well and without a result', async (context) => {
    const { client, mark } = await open(context, slow);
    const run = client.streamExec({ prompt: 'Take your time.' });
    for await (const outcome of run.events) {
      if (outcome.ok && outcome.events.some(({ type }) => type === 'item.started')) killLeader(mark, 'SIGINT');
    }
    expect(await run.completion).toMatchObject({ ok: false, exitCode: 0, error: { code: 'turn-unfinished' } });
  });

  it('an abort, a timeout and a reader that leaves', async (context) => {
    const { client, exec } = await open(context, slow);
    const abort = new AbortController();
    const aborted = client.streamExec({ prompt: 'Take your time.', signal: abort.signal });
    for await (const outcome of aborted.events) {
      if (outcome.ok && outcome.events.some(({ type }) => type === 'item.started')) abort.abort();
    }
    expect(await aborted.completion).toMatchObject({ ok: false, aborted: true, lastMessage: 'At work.' });
    const late = await exec({ prompt: 'Take your time.', timeoutMs: 8000 });
    expect(late.result).toMatchObject({ ok: false, timedOut: true, error: { code: 'timeout' } });
    const left = client.streamExec({ prompt: 'Take your time.' });
    for await (const _ of left.events) break;
    expect(await left.completion).toMatchObject({ ok: false, aborted: true, error: { code: 'aborted' } });
  });

  it('an idle timeout, with a model that never answers', async (context) => {
    const { exec } = await open(context, () => 'silence');
    const { result } = await exec({ prompt: 'Say hello.', idleTimeoutMs: 20_000 });
    expect(result).toMatchObject({ ok: false, idleTimedOut: true, timedOut: false, error: { code: 'idle-timeout' } });
    expect(result.threadId).toBeDefined();
  });

  it('no key, and a folder that nobody trusts: one line says what to do', async (context) => {
    const { exec } = await open(context, hello);
    const keyless = await exec({ prompt: 'Hello?', env: { GEMINI_API_KEY: undefined } });
    expect(keyless.result).toMatchObject({ ok: false, exitCode: 41 });
    expect(keyless.result.error?.message).toContain('set GEMINI_API_KEY');
    const untrusted = await exec({ prompt: 'Hello?', trustFolder: false });
    expect(untrusted.result).toMatchObject({ ok: false, exitCode: 55 });
    expect(untrusted.result.error?.message).toContain('the folder is not trusted');
  });

  it('the default mode, which has no shell', async (context) => {
    const { exec } = await open(context, inTurn([shell('echo good')], [say('No shell.')]));
    const run = await exec({ prompt: 'Run it.', approvalMode: 'default' });
    expect(run.result).toMatchObject({ ok: true, lastMessage: 'No shell.' });
    expect(run.events.flatMap((event) => (event.type === 'item.failed' ? [event.error?.code] : []))).toEqual([
      'tool_not_registered',
    ]);
    await expectReload(run);
  });

  it('execute() in one call', async (context) => {
    const { project, mark, model } = await open(context, inTurn([shell('echo good')], [say('{"answer":42}')]));
    const home = join(project, '../home');
    if ('skip' in gemini) return;
    const { success, data, conversation } = await execute({
      agent: 'gemini',
      prompt: 'Answer.',
      model: 'gemini-2.5-flash',
      json: true,
      cliPath: gemini.binary,
      workingDir: project,
      permissionMode: 'bypassPermissions',
      env: {
        HOME: home,
        GEMINI_CLI_HOME: home,
        GEMINI_API_KEY: 'mock',
        GOOGLE_GEMINI_BASE_URL: model.url,
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
        THREADLINE_TEST_MARK: mark,
      },
    });
    expect({ success, data }).toEqual({ success: true, data: { answer: 42 } });
    expect(conversation).toHaveLength(3);
  });
});

/** The first of the marked processes is the one that was started. */
function killLeader(mark: string, signal: NodeJS.Signals): void {
  const [leader] = findMarked(mark).sort((a, b) => a - b);
  if (leader !== undefined) process.kill(leader, signal);
}

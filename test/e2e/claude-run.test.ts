import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execute } from 'threadline/run';
import { afterEach, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import {
  type AnthropicAnswer,
  type AnthropicScript,
  call,
  say,
  think,
  USED,
} from '../../scripts/record/models/anthropic-api.ts';
import { canFindProcesses, findLeader, waitUntilGone } from '../run/marked-processes.ts';
import { CLAUDE_VERSION, comparable, completed, createWorkshop, findClaude, type Workshop } from './claude-harness.ts';

/** One answer after the other; the last one again and again. */
const inTurn =
  (...answers: AnthropicAnswer[]): AnthropicScript =>
  ({ index }) =>
    answers[Math.min(index, answers.length - 1)] ?? [];

const hello = inTurn([think('A greeting.'), say('Hello!')]);
/** A command that would run for long. */
const slow = inTurn([say('At work.'), call('Bash', { command: 'echo begun; sleep 45' })], [say('never said')]);
const INPUT = USED.input_tokens + USED.cache_creation_input_tokens + USED.cache_read_input_tokens;

describe(`end to end with Claude Code ${CLAUDE_VERSION}`, () => {
  let claude: Awaited<ReturnType<typeof findClaude>> = { skip: 'not installed' };
  let workshop: Workshop | undefined;

  beforeAll(async () => {
    claude = await findClaude();
  }, 300_000);

  async function open(context: TestContext, script: AnthropicScript): Promise<Workshop> {
    if ('skip' in claude) return context.skip(claude.skip);
    if (!canFindProcesses) return context.skip('needs /proc');
    workshop = await createWorkshop(claude.binary, script);
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

  it('hello, live as reloaded', async (context) => {
    const { exec, reload } = await open(context, hello);
    const run = await exec({ prompt: 'Say hello.' });
    expect(run.result).toMatchObject({
      ok: true,
      exitCode: 0,
      lastMessage: 'Hello!',
      error: undefined,
      usage: { input_tokens: INPUT, output_tokens: USED.output_tokens },
    });
    expect(run.outcomes.every((outcome) => outcome.ok && outcome.problems.length === 0)).toBe(true);
    expect(run.messages.map(({ content }) => content.map(({ type }) => type))).toEqual([
      ['text'],
      ['thinking', 'text'],
    ]);
    expect(comparable(await reload(run))).toEqual(comparable(run.messages));
  });

  it('the same with partial messages', async (context) => {
    const { exec, reload } = await open(context, hello);
    const run = await exec({ prompt: 'Say hello.', partialMessages: true });
    expect(run.events.some(({ type }) => type === 'item.delta')).toBe(true);
    expect(comparable(await reload(run))).toEqual(comparable(run.messages));
  });

  it('commands that succeed and fail, side by side', async (context) => {
    const { exec, reload } = await open(
      context,
      inTurn(
        [call('Bash', { command: 'echo good' }), call('Bash', { command: 'echo bad >&2; exit 3' })],
        [say('Done.')],
      ),
    );
    const run = await exec({ prompt: 'Run two commands.' });
    expect(run.result).toMatchObject({ ok: true, lastMessage: 'Done.' });
    const commands = completed(run, 'command_execution');
    expect(commands.map(({ status, exit_code }) => [status, exit_code]).sort()).toEqual([
      ['completed', undefined],
      ['failed', 3],
    ]);
    expect(comparable(await reload(run))).toEqual(comparable(run.messages));
  });

  it('an edit and a new file', async (context) => {
    const { exec, reload, project } = await open(context, ({ index }) => {
      const path = join(workshop?.project ?? '', 'app.js');
      if (index === 0) return [call('Read', { file_path: path })];
      if (index === 1) return [call('Edit', { file_path: path, old_string: 'a - b', new_string: 'a + b' })];
      if (index === 2)
        return [call('Write', { file_path: join(workshop?.project ?? '', 'new.txt'), content: 'new\n' })];
      return [say('Fixed.')];
    });
    const run = await exec({ prompt: 'Fix add().' });
    expect(run.result).toMatchObject({ ok: true, lastMessage: 'Fixed.' });
    expect(completed(run, 'file_change').map(({ changes }) => changes[0])).toMatchObject([
      { kind: 'update', diff: expect.stringContaining('+export const add = (a, b) => a + b;') },
      { kind: 'add', diff: '@@ -0,0 +1,1 @@\n+new\n' },
    ]);
    expect(readFileSync(join(project, 'new.txt'), 'utf8')).toBe('new\n');
    expect(comparable(await reload(run))).toEqual(comparable(run.messages));
  });

  it('a tool of an MCP server', async (context) => {
    const { exec, reload } = await open(context, ({ index, body }) => {
      const tool = body.tools?.find(({ name }) => name?.startsWith('mcp__demo__'))?.name;
      if (index > 1) return [say('Echoed.')];
      // Newer versions want a search first.
      return tool ? [call(tool, { text: 'hi' })] : [call('ToolSearch', { query: 'demo echo', max_results: 5 })];
    });
    const run = await exec({ prompt: 'Use the tool.' });
    expect(run.result.ok).toBe(true);
    expect(run.events.some((event) => 'item' in event && event.item.type === 'mcp_tool_call')).toBe(true);
    expect(comparable(await reload(run))).toEqual(comparable(run.messages));
  });

  it('a resume by id, and of the last session', async (context) => {
    const { exec, resume, reload } = await open(context, inTurn([say('One.')], [say('Two.')], [say('Three.')]));
    const first = await exec({ prompt: 'First.' });
    const id = first.result.threadId ?? '';
    const second = await resume({ prompt: 'Second.', resume: id, firstTurn: 2 });
    expect(second.result).toMatchObject({ ok: true, threadId: id, lastMessage: 'Two.' });
    const third = await resume({ prompt: 'Third.', resume: 'last', firstTurn: 3 });
    expect(third.result).toMatchObject({ ok: true, threadId: id, lastMessage: 'Three.' });
    const live = [first, second, third].flatMap(({ messages }) => comparable(messages));
    expect(comparable(await reload(third))).toEqual(live);
  });

  it('an unknown session is one clear sentence', async (context) => {
    const { resume } = await open(context, hello);
    const { result } = await resume({ prompt: 'x', resume: '99999999-0000-4000-8000-000000000000' });
    expect(result).toMatchObject({ ok: false, error: { message: expect.stringContaining('No conversation found') } });
    expect(result.error?.message).not.toContain('\n');
  });

  it('a refused key', async (context) => {
    const { exec } = await open(
      context,
      inTurn({ status: 401, type: 'authentication_error', message: 'invalid x-api-key' }),
    );
    const { result } = await exec({ prompt: 'x' });
    expect(result).toMatchObject({ ok: false, exitCode: 1, error: { code: 'turn-failed' } });
    expect(result.error?.message).not.toContain('\n');
  });

  it('no key at all', async (context) => {
    const { client } = await open(context, hello);
    const run = client.streamExec({ prompt: 'x', env: { ANTHROPIC_API_KEY: undefined } });
    const result = await run.completion;
    expect(result).toMatchObject({ ok: false, exitCode: 1 });
    expect(result.error?.message).toMatch(/log ?in/i);
  });

  it('overloaded, then recovered: counted once', async (context) => {
    const overloaded = { status: 529, type: 'overloaded_error', message: 'Overloaded' };
    const { exec, reload } = await open(context, inTurn(overloaded, [say('After all.')]));
    const run = await exec({ prompt: 'x' });
    expect(run.result).toMatchObject({ ok: true, lastMessage: 'After all.', usage: { input_tokens: INPUT } });
    expect(comparable(await reload(run))).toEqual(comparable(run.messages));
  });

  it('execute() by the name of the agent', async (context) => {
    const { client: _client, home, project, model } = await open(context, hello);
    const env = {
      HOME: home,
      CLAUDE_CONFIG_DIR: home,
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'sk-ant-mock',
    };
    const cliPath = 'binary' in claude ? claude.binary : undefined;
    const result = await execute({ prompt: 'x', agent: 'claude', cliPath, workingDir: project, env });
    expect(result).toMatchObject({ success: true, data: 'Hello!' });
  });

  it.for(['SIGINT', 'SIGKILL'] as const)('%s from outside, in a command', async (signal, context) => {
    const { client, mark } = await open(context, slow);
    const run = client.streamExec({ prompt: 'x' });
    for await (const outcome of run.events) {
      if (outcome.ok && outcome.events.some(({ type }) => type === 'item.started'))
        process.kill(findLeader(mark), signal);
    }
    const result = await run.completion;
    expect(result.ok).toBe(false);
    // After SIGINT it may find the time to say that the turn was interrupted.
    expect(signal === 'SIGKILL' ? ['killed'] : ['turn-unfinished', 'turn-failed']).toContain(result.error?.code);
  });

  it('a timeout', async (context) => {
    const { exec } = await open(context, slow);
    const { result } = await exec({ prompt: 'x', timeoutMs: 6000 });
    expect(result).toMatchObject({ ok: false, timedOut: true, error: { code: 'timeout' } });
  });

  it('silence for too long', async (context) => {
    const { exec } = await open(context, inTurn('silence'));
    const { result } = await exec({ prompt: 'x', idleTimeoutMs: 5000 });
    expect(result).toMatchObject({ ok: false, idleTimedOut: true, error: { code: 'idle-timeout' } });
  });

  it('leaving the loop ends the agent', async (context) => {
    const { client } = await open(context, slow);
    const run = client.streamExec({ prompt: 'x' });
    for await (const outcome of run.events) {
      if (outcome.ok && outcome.events.some(({ type }) => type === 'item.started')) break;
    }
    expect(await run.completion).toMatchObject({ ok: false, aborted: true });
  });
});

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ThreadlineError, type UnifiedMessage } from 'threadline';
import { type ExecuteOptions, execute, type OnEventData } from 'threadline/run';
import { describe, expect, it } from 'vitest';
import { fakeAgent, THREAD } from './agents.ts';

const run = (agent: string, options: Partial<ExecuteOptions> = {}) =>
  execute({ prompt: 'hi', cliPath: fakeAgent(agent), ...options });

async function argumentsOf(options: Partial<ExecuteOptions>): Promise<string[]> {
  return JSON.parse(String((await run('echo', options)).data)).args;
}

describe('execute', () => {
  const BYPASS = '--dangerously-bypass-approvals-and-sandbox';
  const folder = mkdtempSync(join(tmpdir(), 'threadline-execute-'));
  const table: [string, Partial<ExecuteOptions>, string[]][] = [
    ['case 76: by default', {}, ['exec', '--json', '-s', 'workspace-write', '-']],
    [
      'case 76: a model comes before the sandbox',
      { model: 'o4-mini' },
      ['exec', '--json', '-m', 'o4-mini', '-s', 'workspace-write', '-'],
    ],
    [
      'case 76: a folder',
      { workingDir: folder },
      ['exec', '--json', '-C', folder, '--skip-git-repo-check', '-s', 'workspace-write', '-'],
    ],
    ['case 76: a session', { sessionId: 'abc' }, ['exec', '--json', '-s', 'workspace-write', 'resume', 'abc', '-']],
    ['case 77: plan', { permissionMode: 'plan' }, ['exec', '--json', '-s', 'read-only', '-']],
    ['case 77: bypass', { permissionMode: 'bypassPermissions' }, ['exec', '--json', BYPASS, '-']],
    [
      'case 77: dangerous wins',
      { permissionMode: 'plan', dangerouslySkipPermissions: true },
      ['exec', '--json', BYPASS, '-'],
    ],
    [
      'case 77: accept edits',
      { permissionMode: 'acceptEdits' },
      ['exec', '--json', '-s', 'workspace-write', '-c', 'approval_policy="never"', '-'],
    ],
    [
      'case 77: accept edits for old versions',
      { permissionMode: 'acceptEdits', legacyFullAuto: true },
      ['exec', '--json', '--full-auto', '-'],
    ],
  ];
  it.each(table)('gives Codex its arguments (%s)', async (_, options, args) => {
    expect(await argumentsOf(options)).toEqual(args);
  });

  it('case 78: gives the session, the messages and the text', async () => {
    const result = await run('normal');
    expect(result).toMatchObject({ success: true, exitCode: 0, sessionId: THREAD, data: 'hello' });
    expect(result.messages).toHaveLength(1);
    expect(result.messages[0]).toMatchObject({
      id: 't1.text.1',
      role: 'assistant',
      content: [{ type: 'text', text: 'hello' }],
    });
    expect(result.conversation.map(({ id }) => id)).toEqual(['t1.user.1', 't1.text.1']);
    expect(result).not.toHaveProperty('error');
  });

  it.each([
    ['fenced JSON', '```json\n{"a":1}\n```', { a: 1 }],
    ['plain JSON', '{"a":1}', { a: 1 }],
    ['no JSON', 'no JSON here', 'no JSON here'],
  ])('case 79: looks for JSON (%s)', async (_, prompt, data) => {
    expect((await run('reads-stdin-to-the-end', { prompt, json: true })).data).toEqual(data);
  });

  it('case 80: passes over blank and invalid lines', async () => {
    const { success, messages } = await run('noise-first');
    expect([success, messages.length]).toEqual([true, 1]);
  });

  it('case 81: tells the callbacks what comes', async () => {
    const calls: string[] = [];
    const events: OnEventData[] = [];
    let last: { raw: string; types: string[]; messages: readonly UnifiedMessage[] } | undefined;
    let stderr = '';
    await run('exit-1', {
      onStderr: (text) => {
        stderr += text;
      },
    });
    const result = await run('normal', {
      onStart: () => calls.push('start'),
      onEvent: (data) => events.push(data),
      onStdout: ({ raw, events, messages }) => {
        last = { raw, types: events.map(({ type }) => type), messages };
      },
      onError: () => calls.push('error'),
      onClose: (code) => calls.push(`close ${code}`),
    });
    expect(stderr).toBe('Error occurred\n');
    expect(calls).toEqual(['start', 'close 0']);
    expect(events.map(({ event, message }) => [event.type, message?.id ?? null])).toEqual([
      ['thread.started', null],
      ['turn.started', null],
      ['item.completed', 't1.text.1'],
      ['turn.completed', null],
    ]);
    expect(events[0]?.raw).toBe(`{"type":"thread.started","thread_id":"${THREAD}"}`);
    expect(last?.types).toEqual(['thread.started', 'turn.started', 'item.completed', 'turn.completed']);
    expect(last?.raw.split('\n')).toHaveLength(5);
    expect(last?.messages).toEqual(result.messages);
  });

  it.each(['onStart', 'onEvent', 'onStdout', 'onStderr'])(
    'rejects with what %s throws, and ends the agent',
    async (name) => {
      const fail = () => {
        throw new RangeError('mine');
      };
      const agent = name === 'onStderr' ? 'exit-1' : 'never-exits';
      await expect(run(agent, { [name]: fail })).rejects.toThrow(RangeError);
    },
  );

  it('case 82: gives what the agent wrote to stderr when it fails', async () => {
    const errors: string[] = [];
    const result = await run('exit-1', { onError: ({ message }) => errors.push(message) });
    expect(result).toMatchObject({ success: false, exitCode: 1, error: 'Error occurred' });
    expect(errors).toEqual(['Error occurred']);
  });

  it('gives what the turn failed with', async () => {
    expect(await run('turn-failed')).toMatchObject({ success: false, error: 'the model is overloaded' });
  });

  it('case 83: rejects when there is no Codex', async () => {
    const rejected = execute({ prompt: 'hi', cliPath: join(folder, 'missing') });
    await expect(rejected).rejects.toThrow(ThreadlineError);
    await expect(rejected).rejects.toThrow('Codex CLI not found');
  });

  it('case 84: respects the folder and the environment', async () => {
    const { data } = await run('echo', { workingDir: folder, env: { FOO: 'one' } });
    expect(JSON.parse(String(data))).toMatchObject({ cwd: folder, env: { FOO: 'one' } });
  });

  it('case 84: rejects when the time is up', async () => {
    const rejected = run('never-exits', { timeout: 300 });
    await expect(rejected).rejects.toMatchObject({ name: 'ThreadlineError', code: 'timeout' });
  });

  it('case 84: is no success when the agent dies by a signal', async () => {
    expect(await run('signal-self')).toMatchObject({
      success: false,
      exitCode: null,
      error: 'the agent was ended by SIGKILL',
    });
  });

  it('gives a result when it is aborted', async () => {
    const abort = new AbortController();
    const result = await run('never-exits', { signal: abort.signal, onEvent: () => abort.abort() });
    expect(result).toMatchObject({ success: false, sessionId: THREAD });
  });
});

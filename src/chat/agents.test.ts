import { createCodexAgent, createGeminiAgent } from 'threadline/chat';
import { describe, expect, it } from 'vitest';

describe('createCodexAgent', () => {
  const agent = createCodexAgent({ env: { CODEX_API_KEY: 'key' } });

  it('case 104: wants CODEX_API_KEY, which is the only key that codex exec reads', () => {
    expect(() => createCodexAgent({ env: {} })).toThrow('CODEX_API_KEY');
    expect(() => createCodexAgent({ env: { OPENAI_API_KEY: 'key', CODEX_API_KEY: ' ' } })).toThrow('CODEX_API_KEY');
  });

  it('case 104: takes the snapshot from its options or from the environment', () => {
    const env = { CODEX_API_KEY: 'key', SANDBOX_SNAPSHOT_ID: 'of-env' };
    expect(createCodexAgent({ env }).snapshotId).toBe('of-env');
    expect(createCodexAgent({ env, snapshotId: 'of-options' }).snapshotId).toBe('of-options');
    expect(agent.snapshotId).toBeUndefined();
  });

  it.each([
    { message: '' },
    { message: 'nul \0' },
    { message: 'hi', session_id: '' },
    { message: 'hi', session_id: '--last' },
    { message: 'hi', sandbox_id: '' },
    { message: 'hi', snapshot_id: '' },
    {},
  ])('case 104: refuses the request %j', (request) => {
    expect(agent.requestSchema.safeParse(request).success).toBe(false);
  });

  it('case 104: takes a message of any length in any script', () => {
    const request = {
      message: `--help\n$(id) 🎉 ${'x'.repeat(10_000)}`,
      session_id: '019ae047-d040-7891-8d68-5dd42b18474e',
    };
    expect(agent.requestSchema.parse(request)).toEqual(request);
  });

  const flags = ['--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', '--'];

  it('case 104: runs codex exec with the message behind --', () => {
    const command = agent.createCommand({ input: { message: '--help', session_id: undefined } });
    expect(command).toEqual({ cmd: 'codex', args: ['exec', ...flags, '--help'], env: { CODEX_API_KEY: 'key' } });
  });

  it('case 104: resumes a session', () => {
    const { args } = agent.createCommand({ input: { message: 'go on', session_id: 'S' } });
    expect(args).toEqual(['exec', 'resume', 'S', ...flags, 'go on']);
  });

  it('case 104: makes a new mapper for each run', () => {
    expect(agent.createStdoutMapper?.()).not.toBe(agent.createStdoutMapper?.());
    const [line] = agent.createStdoutMapper?.().push('{"type":"thread.started","thread_id":"T"}\n') ?? [];
    expect(JSON.parse(line ?? '')).toEqual({ type: 'init', session_id: 'T' });
  });
});

describe('createGeminiAgent', () => {
  const agent = createGeminiAgent({ env: { GEMINI_API_KEY: 'key' }, snapshotId: 'S' });

  it('case 105: has no mapper, as Gemini writes what the client reads', () => {
    expect(agent.createStdoutMapper).toBeUndefined();
  });

  it('case 105: runs the Gemini CLI as it always did', () => {
    const flags = ['--output-format', 'stream-json', '--approval-mode', 'yolo', '--sandbox', 'false'];
    const env = { GEMINI_API_KEY: 'key' };
    const fresh = agent.createCommand({ input: { message: 'hi' } });
    expect(fresh).toEqual({ cmd: 'gemini', args: ['--prompt', 'hi', ...flags], env });
    const resumed = agent.createCommand({ input: { message: 'hi', session_id: 'G' } });
    expect(resumed.args).toEqual(['--prompt', 'hi', ...flags, '--resume', 'G']);
    expect(agent.requestSchema.safeParse({ message: '' }).success).toBe(false);
    expect(agent.snapshotId).toBe('S');
  });
});

import { limits } from 'threadline';
import {
  type BaseChatRequest,
  createClaudeAgent,
  createCodexAgent,
  createGeminiAgent,
  createLocalSandbox,
  type RunnableAgent,
  runChat,
  type Sandboxes,
} from 'threadline/chat';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createFakeSandboxes } from '../../../test/fakes/sandboxes.ts';
import { everyRecording } from '../../../test/fixtures.ts';

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
    { message: 'hi', session_id: 'x'.repeat(257) },
    { message: 7 },
    {},
    [],
    null,
    'hi',
  ])('case 104: refuses the request %j', (request) => {
    expect(agent.requestSchema.safeParse(request).success).toBe(false);
  });

  it.each([
    ['short', '$'],
    ['with what a shell or an option parser would take for its own', '--help\n$(id) `id` "\'\\ 🎉 \u202e'],
    ['as long as an argument may be', 'x'.repeat(limits.maxChatArgumentBytes)],
    ['longer than an argument may be, in bytes alone', '漢'.repeat(limits.maxChatArgumentBytes / 3 + 1)],
    ['as long as a message may be', '🎉'.repeat(limits.maxChatMessageLength / 2)],
  ])('case 104: takes a message of any length in any script, and hands it over as it is: %s', async (_, message) => {
    const input = agent.requestSchema.parse({ message, session_id: '019ae047-d040-7891-8d68-5dd42b18474e' });
    const written: (string | Uint8Array)[] = [];
    const sandbox = {
      runCommand: () => Promise.reject(new Error('not here')),
      writeFiles: async (files: { content: string | Uint8Array }[]) =>
        void written.push(...files.map(({ content }) => content)),
    };
    await agent.prepareSandbox({ input, sandbox });
    const { args } = agent.createCommand({ input });
    // By a file, which the command reads, or behind `--` as the last argument.
    const isByFile = written.length > 0;
    expect(isByFile).toBe(Buffer.byteLength(message) > limits.maxChatArgumentBytes);
    expect(isByFile ? written : args.slice(-2)).toEqual(isByFile ? [message] : ['--', message]);
  });

  it('says what is wrong with a request, and leaves out what it does not know', () => {
    const bad = agent.requestSchema.safeParse({
      message: '',
      session_id: '-x',
      sandbox_id: '-'.repeat(1e5),
      snapshot_id: 7,
    });
    expect(bad.error?.issues.map(({ path, message }) => [...path, message].join(' '))).toEqual([
      'message is empty',
      'session_id is not an id',
      'sandbox_id is not an id',
      'snapshot_id is not a text',
    ]);
    expect(() => agent.requestSchema.parse({ message: '' })).toThrow('is empty');
    const odd = JSON.parse('{"message":"hi","__proto__":{"session_id":"S"},"more":1}');
    expect(agent.requestSchema.parse(odd)).toEqual({ message: 'hi' });
    const long = { message: 'x'.repeat(limits.maxChatMessageLength + 1) };
    expect(agent.requestSchema.safeParse(long).success).toBe(false);
  });

  it('has a real Zod schema, which a server can extend, nest and describe', () => {
    const own = agent.requestSchema.extend({ plan: z.boolean() });
    expect(own.parse({ message: 'hi', plan: true, more: 1 })).toEqual({ message: 'hi', plan: true });
    expect(own.safeParse({ message: 'hi' }).success).toBe(false);
    expect(own.safeParse({ message: '', plan: true }).success).toBe(false);
    expect(z.array(agent.requestSchema).parse([{ message: 'hi' }])).toEqual([{ message: 'hi' }]);
    expect(z.toJSONSchema(agent.requestSchema)).toMatchObject({ type: 'object', required: ['message'] });
  });

  it('passes on a model, a base URL and settings, before resume, where every version takes them', () => {
    const options = { model: 'o5', baseUrl: 'http://localhost:1/v1', config: { model_reasoning_effort: 'low' } };
    const { args } = createCodexAgent({ env: { CODEX_API_KEY: 'key' }, ...options }).createCommand({
      input: { message: 'hi', session_id: 'S' },
    });
    const settings = [
      '-c',
      'model_reasoning_effort="low"',
      '-c',
      'openai_base_url="http://localhost:1/v1"',
      '-m',
      'o5',
    ];
    expect(args).toEqual(['exec', ...settings, 'resume', 'S', ...flags, 'hi']);
    expect(() => createCodexAgent({ env: { CODEX_API_KEY: 'key' }, model: '--help' })).toThrow(TypeError);
  });

  it('passes on the key of another provider when it is named', () => {
    const own = createCodexAgent({ env: { MY_KEY: 'key' }, keyVariable: 'MY_KEY', config: { model_provider: 'mine' } });
    expect(own.createCommand({ input: { message: 'hi' } }).env).toEqual({ MY_KEY: 'key' });
    expect(() => createCodexAgent({ env: { CODEX_API_KEY: 'key' }, keyVariable: 'MY_KEY' })).toThrow('MY_KEY');
  });

  it.each([
    [
      'Codex',
      agent,
      ['codex', 'exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', '-'],
    ],
    [
      'Gemini',
      createGeminiAgent({ env: {} }),
      ['gemini', '--output-format', 'stream-json', '--approval-mode', 'yolo', '--sandbox', 'false'],
    ],
  ])('gives a message that is too long for an argument to %s by a file', async (_, chatAgent, words) => {
    const input = { message: '漢'.repeat(limits.maxChatArgumentBytes / 3 + 1) };
    const files: { path: string; content: string | Uint8Array }[] = [];
    const sandbox = {
      runCommand: () => Promise.reject(new Error('not here')),
      writeFiles: async (given: typeof files) => void files.push(...given),
    };
    await chatAgent.prepareSandbox({ input, sandbox });
    const { cmd, args } = chatAgent.createCommand({ input });
    expect(files).toEqual([{ path: expect.stringMatching(/^\.threadline-message-\w{32}$/), content: input.message }]);
    expect([cmd, args[0], args[2], ...args.slice(3)]).toEqual(['sh', '-c', `./${files[0]?.path}`, ...words]);
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

  it('has a mapper where its lines are to be those of other agents', () => {
    const time = '2026-11-15T07:00:00.000Z';
    const call = { tool_name: 'run_shell_command', tool_id: 'c', parameters: { command: 'ls' } };
    const lines = [
      { type: 'init', timestamp: time, session_id: 'G', model: 'm' },
      { type: 'tool_use', timestamp: time, ...call },
    ];
    const mapper = createGeminiAgent({ env: {}, normalise: true }).createStdoutMapper?.();
    const text = mapper?.push(lines.map((line) => `${JSON.stringify(line)}\n`).join('')) ?? [];
    expect(text.map((line) => JSON.parse(line))).toEqual([
      { type: 'init', session_id: 'G', modelId: 'm', model: 'm' },
      { type: 'tool_use', ...call, tool_name: 'Bash' },
    ]);
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

  it('passes on a model, behind the flags that are always there', () => {
    const { args } = createGeminiAgent({ env: {}, model: 'gemini-3-flash' }).createCommand({
      input: { message: 'hi', session_id: 'G' },
    });
    expect(args.slice(-4)).toEqual(['-m', 'gemini-3-flash', '--resume', 'G']);
    for (const model of ['--yolo', '', ' ', 'a b', 'a\0']) {
      expect(() => createGeminiAgent({ env: {}, model })).toThrow(TypeError);
    }
  });
});

describe('createClaudeAgent', () => {
  const env = { ANTHROPIC_API_KEY: 'key', SANDBOX_SNAPSHOT_ID: 'of-env' };

  it('wants a key, and passes on nothing else of the environment', () => {
    expect(() => createClaudeAgent({ env: {} })).toThrow('ANTHROPIC_API_KEY');
    const agent = createClaudeAgent({ env: { ...env, SECRET: 'x' }, baseUrl: 'http://localhost:1' });
    expect(agent.snapshotId).toBe('of-env');
    expect(agent.createCommand({ input: { message: 'hi' } }).env).toEqual({
      ANTHROPIC_API_KEY: 'key',
      ANTHROPIC_BASE_URL: 'http://localhost:1',
      IS_SANDBOX: '1',
    });
  });

  it('puts the message where it cannot be taken for an option, and goes on with a session', () => {
    const { cmd, args } = createClaudeAgent({ env, model: 'opus' }).createCommand({
      input: { message: '--help', session_id: 'S' },
    });
    expect([cmd, ...args]).toEqual([
      'claude',
      ...['-p', '--output-format', 'stream-json', '--verbose', '--model', 'opus'],
      ...['--permission-mode', 'bypassPermissions', '--resume=S', '--', '--help'],
    ]);
  });

  it('gives the same kinds of lines as every other agent', () => {
    const mapper = createClaudeAgent({ env }).createStdoutMapper?.();
    const [recording] = everyRecording().filter(({ name }) => name === 'claude/2.1.325/s2/stdout.jsonl');
    const lines = [...(mapper?.push(recording?.bytes ?? '') ?? []), ...(mapper?.flush() ?? [])];
    const types = lines.map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types[0]).toBe('init');
    expect(types.at(-1)).toBe('result');
    expect(types.filter((type) => type === 'tool_use')).toHaveLength(4);
    expect(types.filter((type) => type === 'tool_result')).toHaveLength(4);
  });
});

describe('permissions', () => {
  const env = { CODEX_API_KEY: 'key', ANTHROPIC_API_KEY: 'key', GEMINI_API_KEY: 'key' };
  const agents = [
    ['Codex', createCodexAgent],
    ['Claude Code', createClaudeAgent],
    ['Gemini CLI', createGeminiAgent],
  ] as const;
  const bypass = /bypass|yolo|danger|sandbox=?false|IS_SANDBOX|full-auto|skip-permissions/;
  const inputs = [
    { message: 'hi' },
    { message: 'hi', session_id: 'S' },
    { message: 'x'.repeat(limits.maxChatArgumentBytes + 1) },
  ];

  it.each(agents)('of %s behind a fence are those of a call that does not say where it runs', (_, create) => {
    for (const input of inputs) {
      const alone = create({ env }).createCommand({ input });
      expect(create({ env }).createCommand({ input, isolated: true })).toEqual(alone);
      expect(create({ env }).createCommand({ input, isolated: undefined })).toEqual(alone);
      expect(JSON.stringify(alone)).toMatch(bypass);
    }
  });

  it.each(agents)('of %s hold no bypass where nothing fences it in, unless it was made so', (_, create) => {
    for (const input of inputs) {
      const fenceless = create({ env }).createCommand({ input, isolated: false });
      expect(JSON.stringify(fenceless)).not.toMatch(bypass);
      const asked = create({ env, dangerouslyBypass: true });
      expect(asked.createCommand({ input, isolated: false })).toEqual(create({ env }).createCommand({ input }));
      expect(create({ env, dangerouslyBypass: false }).createCommand({ input, isolated: false })).toEqual(fenceless);
    }
  });

  it('are then those by which each agent writes in its folder and asks nobody', () => {
    const [input, isolated] = [{ message: 'hi', session_id: 'S' }, false];
    expect(createCodexAgent({ env, model: 'o5' }).createCommand({ input, isolated }).args).toEqual([
      ...['exec', '-m', 'o5', '-s', 'workspace-write', 'resume', 'S', '--json', '--skip-git-repo-check', '--', 'hi'],
    ]);
    expect(createClaudeAgent({ env }).createCommand({ input, isolated })).toEqual({
      cmd: 'claude',
      args: [
        ...['-p', '--output-format', 'stream-json', '--verbose'],
        ...['--permission-mode', 'acceptEdits', '--resume=S', '--', 'hi'],
      ],
      env: { ANTHROPIC_API_KEY: 'key' },
    });
    expect(createGeminiAgent({ env }).createCommand({ input, isolated }).args).toEqual([
      ...['--prompt', 'hi', '--output-format', 'stream-json', '--approval-mode', 'auto_edit', '--resume', 'S'],
    ]);
  });

  it('are told by runChat: a folder of this machine is no fence, a sandbox that says nothing is one', async () => {
    const told: unknown[] = [];
    const agent: RunnableAgent<BaseChatRequest> = {
      requestSchema: z.object({ message: z.string() }),
      snapshotId: 'S',
      async prepareSandbox() {},
      createCommand({ isolated }) {
        told.push(isolated);
        return { cmd: 'true', args: [] };
      },
    };
    const local = createLocalSandbox();
    const { signal } = new AbortController();
    const { baseSnapshotId } = local;
    const ask = async (sandboxes: Sandboxes, snapshotId = 'S') =>
      (await runChat({ agent: { ...agent, snapshotId }, input: { message: 'hi' }, signal, sandboxes })).text();
    expect(await ask(local, baseSnapshotId)).not.toContain('[error]');
    await ask(createFakeSandboxes());
    await ask(createFakeSandboxes({ isolated: true }));
    await ask(createFakeSandboxes({ isolated: false }));
    expect(told).toEqual([false, true, true, false]);
    await local.dispose();
  });
});

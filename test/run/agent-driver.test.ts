import {
  AgentClient,
  type AgentDriver,
  type AgentDriverEntry,
  type AgentOptions,
  CodexClient,
  detectCli,
  execute,
} from 'threadline/run';
import { describe, expect, it } from 'vitest';
import { fakeAgent, THREAD } from './agents.ts';

/** An agent that nobody knows: it takes messages by stdin, which stays open until its turn has ended. */
interface ChattyOptions extends AgentOptions {
  tags?: readonly string[] | undefined;
}

const chatty: AgentDriver<ChattyOptions> = {
  program: 'Chatty',
  installHint: 'Write it.',
  wire: 'codex-exec',
  detect: (env) => env.CHATTY_PATH,
  prepare(task, options) {
    if (options.images) throw new TypeError('Chatty takes no images');
    return () => ({
      file: process.execPath,
      args: [fakeAgent('chatty')],
      env: { EXIT_CODE: '0', ...options.env } as Record<string, string>,
      input: `${JSON.stringify({ text: [task.prompt, ...(options.tags ?? [])].join(' ') })}\n`,
      keepsInputOpen: true,
      name: 'Chatty',
      installHint: 'Write it.',
    });
  },
  options: { tags: 'joined' },
  fromExecute({ permissionMode = 'default' }) {
    if (permissionMode !== 'default') throw new TypeError(`Chatty has no mode ${permissionMode}`);
    return { tags: ['executed'] };
  },
  resumeCommand: (id) => ['chatty', '--resume', id],
  exitCodes: { 55: 'the folder is not trusted' },
};

const agents: AgentDriverEntry[] = [{ name: 'chatty', title: 'Chatty', driver: chatty }];

describe('an agent that only its driver knows', () => {
  it('is run by the client, and its stdin closed when its turn has ended', async () => {
    const client = new AgentClient(chatty, { tags: ['a'] });
    const { ok, lastMessage } = await client.streamExec({ prompt: 'hi', tags: ['b'] }).completion;
    expect([ok, lastMessage]).toEqual([true, 'heard hi a b']);
  });

  it('is told by what its exit code means when it says nothing else', async () => {
    const client = new AgentClient(chatty, { env: { EXIT_CODE: '55' } });
    const { error } = await client.streamExec({ prompt: 'hi' }).completion;
    expect(error?.message).toBe('the agent ended with exit code 55: the folder is not trusted');
  });

  it('refuses what it cannot do, before anything is started', () => {
    const client = new AgentClient(chatty, {});
    expect(() => client.streamExec({ prompt: 'hi', images: ['a.png'] })).toThrow(TypeError);
    const request = { prompt: 'hi', sandbox: 'read-only' };
    expect(() => client.streamExec(request)).toThrow(new TypeError('Chatty has no option sandbox'));
    const harmless = { prompt: 'hi', sandbox: undefined };
    expect(() => client.streamExec(harmless)).not.toThrow();
  });

  it('is run by execute, which refuses a permission mode that it does not have', async () => {
    const options = { prompt: 'hi', agent: 'chatty', agents };
    expect((await execute(options)).data).toBe('heard hi executed');
    await expect(execute({ ...options, permissionMode: 'plan' })).rejects.toThrow(TypeError);
    await expect(execute({ ...options, dangerouslySkipPermissions: true })).rejects.toThrow(TypeError);
  });

  it('is found by its name', () => {
    expect(detectCli({ agent: 'chatty', agents, env: { CHATTY_PATH: '/bin/chatty' } })).toBe('/bin/chatty');
  });

  it('is a TypeError that lists the known ones when nobody has its name', async () => {
    expect(() => detectCli('chatty')).toThrow("no agent is called 'chatty'; there are: codex");
    await expect(execute({ prompt: 'hi', agent: 'nobody', agents })).rejects.toThrow('there are: chatty');
  });
});

describe('a run that goes on with a thread', () => {
  const resume = (id: string) =>
    new CodexClient({ binary: fakeAgent('normal') }).streamResume({ resume: id, prompt: 'go on' }).completion;

  it('says so when the agent took another one', async () => {
    const other = '01a1de06-0000-7000-8000-000000000000';
    expect(await resume(other)).toMatchObject({ ok: true, threadId: THREAD, missedThreadId: other });
  });

  it.each([THREAD, THREAD.toUpperCase(), 'last', 'by-its-name'])('has missed none when it asked for %s', async (id) => {
    expect(await resume(id)).toMatchObject({ threadId: THREAD, missedThreadId: undefined });
  });
});

describe('the environment of an agent', () => {
  async function environmentOf(options: ConstructorParameters<typeof CodexClient>[0]) {
    const run = new CodexClient({ binary: fakeAgent('echo'), ...options }).streamExec({ prompt: 'hi' });
    const { env } = JSON.parse((await run.completion).lastMessage ?? '');
    return env;
  }

  it('is that of this process by default; clean, it holds what a program needs, what the agent looks at, and `env`', async () => {
    process.env.THREADLINE_SECRET = 'secret';
    process.env.CODEX_API_KEY = 'key';
    try {
      expect(await environmentOf({})).toMatchObject({ THREADLINE_SECRET: 'secret', CODEX_API_KEY: 'key' });
      const clean = await environmentOf({ cleanEnv: true, env: { OWN: '1' } });
      expect(clean).toMatchObject({ CODEX_API_KEY: 'key', OWN: '1', PATH: process.env.PATH, RUST_LOG: 'error' });
      expect(clean).not.toHaveProperty('THREADLINE_SECRET');
    } finally {
      delete process.env.THREADLINE_SECRET;
      delete process.env.CODEX_API_KEY;
    }
  });
});

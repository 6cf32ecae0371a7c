import { AgentClient, type AgentOptions, agentDrivers, execute } from 'threadline/run';
import { describe, expect, it } from 'vitest';
import { fakeAgent } from './agents.ts';

/** An agent that says what it was given, in the wire of Codex, whoever it stands for. */
const ECHO: AgentOptions = { binary: fakeAgent('echo'), reader: { wire: 'codex-exec' } };

/** What a run must ask for, because the agent does it in any case. */
const NEEDED: Record<string, AgentOptions & { allowAll?: boolean }> = { kimi: { allowAll: true } };
/** Agents that take a prompt as an argument alone, behind an `=`. */
const BY_ARGUMENT: ReadonlySet<string> = new Set(['kimi', 'copilot', 'qwen']);
/** A model in the form that the agent takes. */
const MODELS: Record<string, string> = { opencode: 'some/model', kilo: 'some/model' };
/** Agents without a mode for planning: both give only tools that read. */
const PLANS_BY_DEFAULT: ReadonlySet<string> = new Set(['pi']);

interface Given {
  args: string[];
  stdin: string;
  cwd: string;
  env: Record<string, string>;
}

describe.each(agentDrivers)('the driver of $title', ({ name, driver }) => {
  const client = (options: AgentOptions = {}) => new AgentClient(driver, { ...ECHO, ...NEEDED[name], ...options });

  async function given(options: AgentOptions = {}, prompt = 'hi'): Promise<Given> {
    const { lastMessage, error } = await client(options).streamExec({ prompt }).completion;
    expect(error).toBeUndefined();
    return JSON.parse(lastMessage ?? '');
  }

  /** No program can be given an argument of a megabyte. */
  async function givesAsArgument(prompt: string): Promise<void> {
    if (prompt.length > 100_000) {
      // Or it goes by stdin.
      if (name === 'qwen') return expect((await given({}, prompt)).stdin).toContain(prompt);
      const refused = async () => client().streamExec({ prompt }).completion;
      expect(
        await refused().then(
          ({ ok }) => ok,
          () => false,
        ),
      ).toBe(false);
      return;
    }
    const { args, stdin } = await given({}, prompt);
    expect([args.filter((argument) => argument.endsWith(`=${prompt}`)).length, stdin]).toEqual([1, '']);
    expect(args).toHaveLength((await given()).args.length);
  }

  it.each(['-', '--', '--help', '---\nx', '-c x=y', '$(id)', `"'\\`, '👩‍👧 漢', 'x'.repeat(1024 * 1024)])(
    'gives a prompt by stdin as itself, never as an argument (%#)',
    async (prompt) => {
      if (BY_ARGUMENT.has(name)) return givesAsArgument(prompt);
      const { args, stdin } = await given({}, prompt);
      expect(stdin.includes(prompt)).toBe(true);
      expect(args).toEqual((await given()).args);
    },
  );

  it('is started in the working folder, and with the model that was asked for', async () => {
    const model = MODELS[name] ?? 'some-model';
    const { args, cwd } = await given({ cwd: import.meta.dirname, model });
    expect(cwd).toBe(import.meta.dirname);
    expect(args.some((argument) => argument === model || argument.endsWith(`=${model}`))).toBe(true);
  });

  it('names the thread that goes on, or refuses it with a sentence before anything starts', async () => {
    const id = '01a1de06-a90d-7a61-9d18-572c3f3466f0';
    const goOn = () => driver.prepare({ resume: id, prompt: 'go on' }, { binary: fakeAgent('echo') });
    // These go on with a session only at a terminal.
    if (name === 'cline') return expect(goOn).toThrow(TypeError);
    const { lastMessage } = await client().streamResume({ resume: id, prompt: 'go on' }).completion;
    const { args }: Given = JSON.parse(lastMessage ?? '');
    expect(args.some((argument) => argument === id || argument.endsWith(`=${id}`))).toBe(true);
  });

  it.each(['--help', '-x', '', 'a b', 'a\0b'])('refuses %j for a model and for a thread', (text) => {
    expect(() => client({ model: text }).streamExec({ prompt: 'hi' })).toThrow(TypeError);
    expect(() => client().streamResume({ resume: text, prompt: 'hi' })).toThrow(TypeError);
  });

  it('refuses an option and a permission mode that it does not have', async () => {
    const request = { prompt: 'hi', noSuchOption: true };
    expect(() => client().streamExec(request)).toThrow('no option noSuchOption');
    const permissionMode = JSON.parse('"everything"');
    await expect(execute({ prompt: 'hi', agent: name, permissionMode })).rejects.toThrow(TypeError);
  });

  it.each(['default', 'plan', 'acceptEdits', 'bypassPermissions'] as const)(
    'takes the permission mode %s or refuses it, and gives each other arguments, or another variable of its own',
    async (permissionMode) => {
      const argumentsOf = async (mode: typeof permissionMode) => {
        try {
          const options = driver.fromExecute({ prompt: 'hi', permissionMode: mode });
          const { args, env } = await given(options);
          // Some agents take what is allowed by a variable.
          const rules = Object.entries(env).filter(([variable]) => /(?<!VITEST)_(?:MODE|PERMISSION)$/.test(variable));
          return [...args, ...rules].join(' ');
        } catch (error) {
          if (error instanceof TypeError) return `refused: ${error.message}`;
          throw error;
        }
      };
      const own = await argumentsOf(permissionMode);
      if (permissionMode === 'default' && PLANS_BY_DEFAULT.has(name)) expect(own).toBe(await argumentsOf('plan'));
      else if (permissionMode !== 'plan') expect(own).not.toBe(await argumentsOf('plan'));
      if (permissionMode !== 'bypassPermissions') expect(own).not.toBe(await argumentsOf('bypassPermissions'));
    },
  );

  it("gets no secret of threadline's own, unless `env` names it", async () => {
    const secrets = {
      THREADLINE_TOKEN: 'tl_secret',
      THREADLINE_ENROL_CODE: 'tl_code',
      THREADLINE_ARCHIVE: 'postgres://u:secret@h/d',
    };
    Object.assign(process.env, secrets);
    try {
      for (const options of [{}, { cleanEnv: true }]) {
        const { env } = await given(options);
        for (const secret of Object.keys(secrets)) expect(env).not.toHaveProperty(secret);
      }
      expect((await given({ env: secrets })).env).toMatchObject(secrets);
    } finally {
      for (const secret of Object.keys(secrets)) delete process.env[secret];
    }
  });

  it('gets a clean environment when that is asked for', async () => {
    process.env.THREADLINE_SECRET = 'secret';
    try {
      expect((await given()).env).toHaveProperty('THREADLINE_SECRET');
      expect((await given({ cleanEnv: true })).env).not.toHaveProperty('THREADLINE_SECRET');
      expect((await given({ cleanEnv: true, env: { OWN: '1' } })).env).toMatchObject({ OWN: '1' });
    } finally {
      delete process.env.THREADLINE_SECRET;
    }
  });

  it.runIf(name === 'claude' || name === 'gemini')(
    'marks its processes: its tools run in groups of their own, and outlive an agent that is killed',
    async () => {
      expect((await given()).env).toHaveProperty('THREADLINE_RUN');
    },
  );

  it('says how to get a program that is not there', async () => {
    for (const binary of ['/no/such/program', '/no/such/program.mjs']) {
      const { error } = await client({ binary }).streamExec({ prompt: 'hi' }).completion;
      expect(error?.code).toBe('cli-not-found');
      expect(error?.message).toContain(`${driver.program} not found`);
      expect(error?.message).toContain(driver.installHint);
    }
  });

  it('says what a person types to go on', () => {
    const command = driver.resumeCommand('ID');
    expect(command.length).toBeGreaterThan(1);
    expect(command.some((word) => word === 'ID' || word.endsWith('=ID'))).toBe(true);
  });
});

import type { Sandbox, SandboxCommandOptions, Sandboxes } from 'threadline/chat';

/** What was done with the sandboxes, in order. */
export interface FakeSandboxes extends Sandboxes {
  readonly calls: string[];
  /** The agent's commands, `find` not counted. */
  readonly commands: SandboxCommandOptions[];
}

export interface FakeSandboxOptions {
  /** What the agent does. */
  agent?: ((options: SandboxCommandOptions) => Promise<unknown>) | undefined;
  /** How the agent's command ends. */
  end?: { exitCode: number | null; signal?: string } | undefined;
  /** What `find` prints for a folder. */
  files?: Record<string, string> | undefined;
  /** The status of the sandbox that `get` gives; none: it rejects. */
  existing?: string | undefined;
  /** What it says of itself: whether it is a fence. */
  isolated?: boolean | undefined;
}

/** Sandboxes as those of `@vercel/sandbox` look from the outside. */
export function createFakeSandboxes(options: FakeSandboxOptions = {}): FakeSandboxes {
  const { agent, end = { exitCode: 0 }, files = {}, existing, isolated } = options;
  const calls: string[] = [];
  const commands: SandboxCommandOptions[] = [];

  const createSandbox = (sandboxId: string, status: string): Sandbox => ({
    sandboxId,
    status,
    ...(isolated !== undefined && { isolated }),
    async runCommand(options) {
      if (options.cmd === 'find') {
        calls.push(`find ${options.args?.[0]}`);
        const printed = files[options.args?.[0] ?? ''];
        return { exitCode: printed === undefined ? 1 : 0, stdout: async () => printed ?? '' };
      }
      calls.push(`run ${options.cmd}`);
      commands.push(options);
      await agent?.(options);
      return { ...end, stdout: async () => '' };
    },
    async extendTimeout(duration) {
      calls.push(`extendTimeout ${duration}`);
    },
    async writeFiles() {},
    async snapshot() {
      calls.push('snapshot');
      return { snapshotId: 'snapshot-new' };
    },
  });

  return {
    calls,
    commands,
    async create({ source }) {
      calls.push(`create ${source.snapshotId}`);
      return createSandbox('sandbox-new', 'running');
    },
    async get({ sandboxId }) {
      calls.push(`get ${sandboxId}`);
      if (existing === undefined) throw new Error('no such sandbox');
      return createSandbox(sandboxId, existing);
    },
  };
}

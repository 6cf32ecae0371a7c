import { createLineMapper } from '../../core/ndjson/stdout-mapper.ts';
import type { AgentWires } from '../../core/wires/agent-wires.ts';
import { createReaderOf } from '../../core/wires/create-reader.ts';
import type { AgentCommand, AgentDriverEntry } from '../../machine/run/agent-driver.ts';
import { pickEnvironment } from '../../machine/run/environment.ts';
import type { BaseChatRequest } from './chat-agent.ts';
import { type CommandAgent, commandFromFile, fileOf } from './command-agent.ts';
import { chatRequestSchema } from './request-schema.ts';

/** Options of `createDriverAgent`. */
export interface DriverAgentOptions {
  /** How the agent is run: its entry in `agentDrivers` of `threadline/run`. */
  driver: Pick<AgentDriverEntry, 'name' | 'driver'>;
  /** How its output is read, of `threadline/reader`: `opencode`, `copilot`, … Kilo's is that of OpenCode. */
  reader: Pick<AgentWires, 'wires'>;
  /** The program in the sandbox; the agent's name by default. */
  binary?: string | undefined;
  /** The agent's own choice by default. */
  model?: string | undefined;
  /** The variables that are passed on, and no others: keys of the model's service. */
  variables?: readonly string[] | undefined;
  /** The environment that holds them; this process's environment by default. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** A snapshot with the agent installed; by default SANDBOX_SNAPSHOT_ID of `env`. */
  snapshotId?: string | undefined;
  /**
   * Lets the agent do all things without asking, also in a sandbox that is no fence (`createLocalSandbox`). Without it
   * the agent there edits files. One that cannot be held to that is refused with a TypeError.
   */
  dangerouslyBypass?: boolean | undefined;
}

/**
 * Any agent that `threadline/run` runs, in a sandbox. The client gets normalised NDJSON: Claude's tool names, ids as in
 * messages.
 *
 * @example
 * import { createDriverAgent } from 'threadline/chat';
 * import { opencode } from 'threadline/reader';
 * import { agentDrivers } from 'threadline/run';
 *
 * for (const driver of agentDrivers.filter(({ name }) => name === 'opencode')) {
 *   const agent = createDriverAgent({ driver, reader: opencode, variables: ['ANTHROPIC_API_KEY'] });
 *   console.log(agent.createCommand({ input: { message: 'Which files are here?' } }).cmd);
 * }
 */
export function createDriverAgent(options: DriverAgentOptions): CommandAgent {
  const { driver: entry, reader, model, env = process.env, dangerouslyBypass = false } = options;
  const { name, driver } = entry;

  function commandOf({ message, session_id }: BaseChatRequest, isFree: boolean): AgentCommand {
    const permissionMode = isFree ? 'bypassPermissions' : 'acceptEdits';
    const allowed = driver.fromExecute({ prompt: message, permissionMode });
    const task = { prompt: message, resume: session_id };
    const { binary = name } = options;
    return driver.prepare(task, { ...allowed, ...(model !== undefined && { model }), binary, cleanEnv: true })();
  }

  /** What the driver itself sets, and what was named. Nothing else of this machine reaches the sandbox. */
  function variablesOf({ env: made }: AgentCommand): Record<string, string> {
    const inherited = pickEnvironment(Object.keys(made));
    const own = Object.entries(made).filter(([variable, value]) => inherited[variable] !== value);
    const named = (options.variables ?? []).flatMap((variable) => (env[variable] ? [[variable, env[variable]]] : []));
    return Object.fromEntries([...own, ...named]);
  }

  return {
    requestSchema: chatRequestSchema,
    snapshotId: options.snapshotId?.trim() || env.SANDBOX_SNAPSHOT_ID?.trim() || undefined,
    async prepareSandbox({ input, sandbox }) {
      // A sandbox has no stdin, from which most agents read the prompt.
      const { input: typed } = commandOf(input, true);
      if (typed !== '') await sandbox.writeFiles([{ path: fileOf(input), content: typed }]);
    },
    createCommand({ input, isolated = true }) {
      const command = commandOf(input, isolated || dangerouslyBypass);
      const made = { cmd: command.file, args: command.args, env: variablesOf(command) };
      return command.input === '' ? made : commandFromFile(made, input);
    },
    createStdoutMapper: () =>
      createLineMapper(createReaderOf(reader.wires, { raw: true, agent: driver.agent }), {
        geminiModel: true,
        whole: 'wire',
      }),
  };
}

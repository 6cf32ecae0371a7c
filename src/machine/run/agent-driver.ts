import type { AgentName } from '../../core/thread/event.ts';
import type { WireName } from '../../core/wires/wire.ts';
import type { RunOptions } from './agent-run.ts';
import type { EnvironmentChanges } from './environment.ts';
import type { ExecuteOptions } from './execute-options.ts';
import type { Environment } from './find-program.ts';

/** What an agent is to do. */
export interface AgentTask {
  /** Undefined if a thread is only resumed. */
  prompt?: string | undefined;
  /** The thread to resume: its id or name, or `last`. */
  resume?: string | undefined;
}

/** Options common to all agents. An agent that does not support one throws a TypeError. */
export interface AgentOptions extends RunOptions {
  /** The path of the program. Default: the driver finds it. */
  binary?: string | undefined;
  /** Default: the agent's own choice. */
  model?: string | undefined;
  /** The folder that the agent works in. Default: that of this process. */
  cwd?: string | undefined;
  /** Files to send with the prompt. */
  images?: readonly string[] | undefined;
  /** Changes to the environment; undefined removes a variable. A request's apply after the client's. */
  env?: EnvironmentChanges | undefined;
  /** Passes only what any program needs (`PATH`, `HOME`, …) and what the agent reads, then `env`. Default: all. */
  cleanEnv?: boolean | undefined;
}

/** The command that runs an agent. */
export interface AgentCommand {
  file: string;
  args: string[];
  cwd?: string | undefined;
  env: Record<string, string>;
  /** Text for stdin. */
  input: string;
  /** Keeps stdin open until a turn has ended, for agents that take messages by it. Otherwise it closes at once. */
  keepsInputOpen?: boolean | undefined;
  /** True if it starts tools in process groups of their own. Leftovers are found by their environment and ended. */
  leavesGroups?: boolean | undefined;
  /** The name of the program, for the message when it is missing. */
  name: string;
  installHint: string;
  /** Removes what was made for the command. */
  dispose?: (() => void) | undefined;
}

/** How to run one agent: where its program is, and how a task becomes a command. */
export interface AgentDriver<Options extends AgentOptions = AgentOptions> {
  /** The common name of the program. */
  program: string;
  /** A sentence that tells how to install it. */
  installHint: string;
  /** The command or the address in it, for where a sentence has no room. */
  install?: string | undefined;
  /** The wire that it prints, if there is only one. Otherwise it is detected. */
  wire?: WireName | undefined;
  /** The agent that prints it, for a wire of several agents whose lines do not tell. */
  agent?: AgentName | undefined;
  /** The path of the program, if it is on this machine. */
  detect(env: Environment): string | undefined;
  /**
   * Checks a task and its options, and returns the function that makes the command. Throws a
   * TypeError for a bad task and for an option that the agent does not have. Nothing is ever
   * allowed that was not asked for. The function throws a RunFailure for a fault of the machine.
   */
  prepare(task: AgentTask, options: Options): () => AgentCommand;
  /**
   * The agent's own options, beyond the common ones. `joined` lists and tables of a client and a request both
   * apply; otherwise a request's replace a client's. An option that is not named is refused.
   */
  options: Readonly<Record<Exclude<keyof Options, keyof AgentOptions>, 'joined' | 'replaced'>>;
  /** Converts the options of `execute`. Throws a TypeError for a permission mode that the agent does not have. */
  fromExecute(options: ExecuteOptions): Options;
  /** The command that a person types to resume a thread. Empty if the id may not stand in a command. */
  resumeCommand(threadId: string): string[];
  /** The meanings of the agent's own exit codes. */
  exitCodes?: Readonly<Record<number, string>>;
}

/** A driver with the names of its agent. */
export interface AgentDriverEntry {
  name: AgentName;
  title: string;
  driver: AgentDriver;
}

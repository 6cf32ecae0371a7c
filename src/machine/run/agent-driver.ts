import type { AgentName } from '../../core/thread/event.ts';
import type { WireName } from '../../core/wires/wire.ts';
import type { RunOptions } from './agent-run.ts';
import type { EnvironmentChanges } from './environment.ts';
import type { ExecuteOptions } from './execute-options.ts';
import type { Environment } from './find-program.ts';

export interface AgentTask {
  /** Undefined when a thread is only taken up. */
  prompt?: string | undefined;
  /** The thread to go on with: its id or name, or `last`. */
  resume?: string | undefined;
}

/** What can be said to every agent. One that cannot do it throws a TypeError. */
export interface AgentOptions extends RunOptions {
  /** The program; by default the driver finds it. */
  binary?: string | undefined;
  model?: string | undefined;
  cwd?: string | undefined;
  /** Files that go with the prompt. */
  images?: readonly string[] | undefined;
  /** Changes to the environment; undefined takes a variable away. A request's come after the client's. */
  env?: EnvironmentChanges | undefined;
  /** Pass on only what any program needs (`PATH`, `HOME`, …) and what the agent reads, then `env`; by default all. */
  cleanEnv?: boolean | undefined;
}

export interface AgentCommand {
  file: string;
  args: string[];
  cwd?: string | undefined;
  env: Record<string, string>;
  /** Goes to stdin. */
  input: string;
  /** Stdin stays open until a turn has ended, for agents that take messages by it; else it is closed at once. */
  keepsInputOpen?: boolean | undefined;
  /** It starts tools in process groups of their own: what is left of them is found by their environment and ended, too. */
  leavesGroups?: boolean | undefined;
  /** What the program is called, for the message when it is missing. */
  name: string;
  installHint: string;
  /** Takes away what was made for the command. */
  dispose?: (() => void) | undefined;
}

export interface AgentDriver<Options extends AgentOptions = AgentOptions> {
  /** What people call the program. */
  program: string;
  /** How to get it: a sentence. */
  installHint: string;
  /** The wire that it prints, if that is always the same one; else it is found out from what comes. */
  wire?: WireName | undefined;
  detect(env: Environment): string | undefined;
  /**
   * Checks a task and its options, and gives the function that makes the command of it. A bad one throws a TypeError
   * here: an option that the agent does not have, too, and nothing is ever allowed that was not asked for. The function
   * throws a RunFailure for what is wrong with the machine.
   */
  prepare(task: AgentTask, options: Options): () => AgentCommand;
  /**
   * The agent's own options, beyond those of every agent. Of lists and tables that are `joined`, those of a client and of
   * a request both hold; else a request's takes the place of a client's. An option that is not named is refused.
   */
  options: Readonly<Record<Exclude<keyof Options, keyof AgentOptions>, 'joined' | 'replaced'>>;
  /** The options that those of `execute` stand for. Throws a TypeError for a permission mode that the agent does not have. */
  fromExecute(options: ExecuteOptions): Options;
  /** What a person types to go on with a thread. */
  resumeCommand(threadId: string): string[];
  /** What the agent's exit codes mean, where it has some of its own. */
  exitCodes?: Readonly<Record<number, string>>;
}

export interface AgentDriverEntry {
  name: AgentName;
  title: string;
  driver: AgentDriver;
}

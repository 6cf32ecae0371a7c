import type { UnifiedMessage } from '../../core/messages/message.ts';
import type { AgentName, ThreadEvent } from '../../core/thread/event.ts';
import type { AgentDriverEntry } from './agent-driver.ts';
import type { EnvironmentChanges } from './environment.ts';

/**
 * The agent's permissions. `default`: write in the working folder. `plan`: read only. `acceptEdits`: write in
 * the working folder and never ask. `bypassPermissions`: everything, without a sandbox.
 */
export type PermissionMode = 'default' | 'plan' | 'acceptEdits' | 'bypassPermissions';

/** One event as it comes. */
export interface OnEventData {
  /** The line of the event. */
  raw: string;
  event: ThreadEvent;
  /** The message that the event finished, or null. */
  message: UnifiedMessage | null;
}

/** All output so far. */
export interface OnStdoutData {
  raw: string;
  events: readonly ThreadEvent[];
  messages: readonly UnifiedMessage[];
}

/** Options of `execute`. */
export interface ExecuteOptions {
  /** What the agent is to do. */
  prompt: string;
  /** The agent to run. Default: the first one. */
  agent?: AgentName | undefined;
  /** The available agents. Default: those of threadline. */
  agents?: readonly AgentDriverEntry[] | undefined;
  /** The agent's working folder. It need not be a Git repository. */
  workingDir?: string | undefined;
  /** Milliseconds until the agent is ended and the call rejects. */
  timeout?: number | undefined;
  /** The thread to resume: its id, or `last`. */
  sessionId?: string | undefined;
  /** Default: the agent's own choice. */
  model?: string | undefined;
  /** What the agent may do. Default: `default`. */
  permissionMode?: PermissionMode | undefined;
  /** Same as the mode `bypassPermissions`. Overrides any other mode. */
  dangerouslySkipPermissions?: boolean | undefined;
  /** Passes `acceptEdits` as `--full-auto`, which only old versions of an agent know. */
  legacyFullAuto?: boolean | undefined;
  /** Looks for JSON in the agent's answer. */
  json?: boolean | undefined;
  /** The path of the program. Default: `detectCli()` finds it. */
  cliPath?: string | undefined;
  /** Changes to the environment; undefined removes a variable. */
  env?: EnvironmentChanges | undefined;
  /** Ends the agent on abort. */
  signal?: AbortSignal | undefined;
  /** The number of the next turn of a resumed thread: one more than its file has. */
  firstTurn?: number | undefined;
  /** Called once, when the agent has started. */
  onStart?: (() => void) | undefined;
  /** Receives each event as it comes. */
  onEvent?: ((data: OnEventData) => void) | undefined;
  /** Receives all output so far, each time that some comes. */
  onStdout?: ((data: OnStdoutData) => void) | undefined;
  /** Receives pieces of stderr as they come. */
  onStderr?: ((text: string) => void) | undefined;
  /** Receives the sentence that is also the result's `error`. */
  onError?: ((error: Error) => void) | undefined;
  /** Receives the exit code when the agent has ended. */
  onClose?: ((exitCode: number | null) => void) | undefined;
}

/** How a run ended, and what was said in it. */
export interface ExecuteResult {
  success: boolean;
  /** Null if a signal ended the agent. */
  exitCode: number | null;
  /** `unknown` if the agent never reported it. */
  sessionId: string;
  /** Milliseconds. */
  duration: number;
  /** The answer to the prompt. */
  messages: UnifiedMessage[];
  /** The prompt and its answer: the list that the session's file gives for this turn. */
  conversation: UnifiedMessage[];
  /** The assistant's texts, joined by newlines; with `json`, the JSON in them, if any. */
  data: unknown;
  /** The reason of a failure: the turn's error, else the agent's stderr. */
  error?: string;
}

import type { UnifiedMessage } from '../../core/messages/message.ts';
import type { AgentName, ThreadEvent } from '../../core/thread/event.ts';
import type { AgentDriverEntry } from './agent-driver.ts';
import type { EnvironmentChanges } from './environment.ts';

/**
 * What the agent may do. `default`: write in the working folder. `plan`: read only. `acceptEdits`: write in the working
 * folder and never ask. `bypassPermissions`: everything, without a sandbox.
 */
export type PermissionMode = 'default' | 'plan' | 'acceptEdits' | 'bypassPermissions';

export interface OnEventData {
  /** The line that it was read from. */
  raw: string;
  event: ThreadEvent;
  /** The message that the event finished; null when it finished none. */
  message: UnifiedMessage | null;
}

/** All that came until now. */
export interface OnStdoutData {
  raw: string;
  events: readonly ThreadEvent[];
  messages: readonly UnifiedMessage[];
}

export interface ExecuteOptions {
  prompt: string;
  /** The agent to run; the first one by default. */
  agent?: AgentName | undefined;
  /** The agents that there are; ours by default. */
  agents?: readonly AgentDriverEntry[] | undefined;
  /** The agent's working folder, which need not be a Git repository. */
  workingDir?: string | undefined;
  /** Milliseconds until the agent is ended and the call rejects. */
  timeout?: number | undefined;
  /** The thread to go on with: its id, or `last`. */
  sessionId?: string | undefined;
  model?: string | undefined;
  permissionMode?: PermissionMode | undefined;
  /** The same as the mode `bypassPermissions`, and stronger than any other mode. */
  dangerouslySkipPermissions?: boolean | undefined;
  /** `acceptEdits` as `--full-auto`, which only old versions of an agent know. */
  legacyFullAuto?: boolean | undefined;
  /** Look for JSON in what the agent said. */
  json?: boolean | undefined;
  /** The program; by default `detectCli()` finds it. */
  cliPath?: string | undefined;
  env?: EnvironmentChanges | undefined;
  signal?: AbortSignal | undefined;
  /** The number of the turn that begins, for a thread that goes on: one more than its file has. */
  firstTurn?: number | undefined;
  onStart?: (() => void) | undefined;
  onEvent?: ((data: OnEventData) => void) | undefined;
  onStdout?: ((data: OnStdoutData) => void) | undefined;
  onStderr?: ((text: string) => void) | undefined;
  /** Gets the sentence that also stands in the result's `error`. */
  onError?: ((error: Error) => void) | undefined;
  onClose?: ((exitCode: number | null) => void) | undefined;
}

export interface ExecuteResult {
  success: boolean;
  /** Null when the agent was ended by a signal. */
  exitCode: number | null;
  /** `unknown` when the agent never told it. */
  sessionId: string;
  /** Milliseconds. */
  duration: number;
  /** What came of the prompt. */
  messages: UnifiedMessage[];
  /** The prompt and what came of it: the list that the session's file gives for this turn. */
  conversation: UnifiedMessage[];
  /** What the assistant said, its texts joined by newlines; with `json`, the JSON in it if there is any. */
  data: unknown;
  /** Why it failed: what the turn failed with, else what the agent wrote to stderr. */
  error?: string;
}

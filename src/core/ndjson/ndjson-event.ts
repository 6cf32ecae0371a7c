import type { ImageSource } from '../messages/message.ts';

/**
 * The normalised NDJSON of the chat service: one object per line, the same for every agent. The names are those of
 * Gemini's `stream-json`; tools have Claude's names. The lines that a chat service adds to the stream (`sandbox`,
 * `artifact`, `snapshot`) are in `chat/`.
 */
export type NdjsonEvent =
  | NdjsonInit
  | NdjsonMessage
  | NdjsonThinking
  | NdjsonToolUse
  | NdjsonToolResult
  | NdjsonStderr
  | NdjsonError
  | NdjsonResult;

/** A thread begins, or more is known about it. A later line adds to the one before. */
export interface NdjsonInit {
  type: 'init';
  /** The id to resume by. Absent if the agent gives none, and in a line that only gives the model. */
  session_id?: string;
  /** The model that answers from here on. */
  modelId?: string;
  /** The model under Gemini's name for the field. Only from `createStdoutMapper` and `convert`. */
  model?: string;
}

/** A text of either side. */
export interface NdjsonMessage {
  type: 'message';
  role: 'user' | 'assistant';
  content: string;
  /** True: append this to the message in progress. False: this is the whole message, and it ends. */
  delta: boolean;
  /** Images sent with a prompt. */
  images?: ImageSource[];
}

/** A summary of the model's reasoning. */
export interface NdjsonThinking {
  type: 'thinking';
  content: string;
  /** Append this to the reasoning in progress. If absent, this is all of it, and it ends. */
  delta?: true;
}

/** A tool is called. Comes when the call begins, or just before its result if the agent did not tell the beginning. */
export interface NdjsonToolUse {
  type: 'tool_use';
  /** `Bash`, `Write`, `mcp__server__tool`, …, named as in messages. */
  tool_name: string;
  /** The id of the `tool_use` block in the thread's messages. Unique within the thread. */
  tool_id: string;
  /** The input under Claude's names, as in messages. */
  parameters: Record<string, unknown>;
}

/** The result of a tool, once for each `tool_use` that ended. */
export interface NdjsonToolResult {
  type: 'tool_result';
  /** The `tool_id` of the call. */
  tool_id: string;
  /** `error` if the call failed, was declined, or its command ended with a code other than 0. */
  status: 'success' | 'error';
  /** The whole text, never cut. */
  output: string;
  /** Images of the result. */
  images?: ImageSource[];
}

/** A warning, an error or a notice. It ends nothing: reconnecting is told this way, too. */
export interface NdjsonStderr {
  type: 'stderr';
  content: string;
  /** The kind of an error, if the agent or the service behind it tells one. */
  code?: string;
  /** The error as the agent wrote it, if that is more than its words: the answer of a service, or fields alone. */
  raw?: unknown;
}

/** The error under Gemini's name, after its `stderr` line, if the agent tells the severity. */
export interface NdjsonError {
  type: 'error';
  severity: 'warning' | 'error';
  message: string;
}

/** A turn ended. A chat service writes one more if the agent's process failed. */
export interface NdjsonResult {
  type: 'result';
  status: 'success' | 'error';
  /** The exit code of the agent's process, if a chat service saw it end. */
  exit_code?: number;
  /** The signal that ended the agent's process. */
  signal?: string;
  /** The reason why the turn failed or was aborted. */
  error?: string;
  /** The kind of that reason, and the reason as the agent wrote it, as with `stderr`. */
  code?: string;
  raw?: unknown;
  stats: NdjsonStats;
}

/** Counts of a turn. Those that the agent did not report are 0. */
export interface NdjsonStats {
  /** Tokens sent to the model, including the cached ones. Of this turn alone if known, else a running total. */
  input_tokens: number;
  /** The part of `input_tokens` read from the provider's cache. */
  cached: number;
  /** Tokens that the model wrote, including reasoning. */
  output_tokens: number;
  total_tokens: number;
  /** The time from the turn's beginning to its end, if the agent reports both. */
  duration_ms?: number;
  /** The number of `tool_use` lines in the turn. */
  tool_calls: number;
}

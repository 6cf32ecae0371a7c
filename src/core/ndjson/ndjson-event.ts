import type { ImageSource } from '../messages/message.ts';

/**
 * The normalised NDJSON of the chat service: one object per line, the same whichever agent wrote the thread. The names
 * are those of Gemini's `stream-json`, tools go by Claude's. What a chat service adds to the stream (`sandbox`,
 * `artifact`, `snapshot`) stands in `chat/`.
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

/** A thread begins, or more is known about it: a later line adds to the one before. */
export interface NdjsonInit {
  type: 'init';
  /** The id to resume by. Absent where the agent tells none, and in a line that only tells the model. */
  session_id?: string;
  /** The model that answers from here on. */
  modelId?: string;
  /** The same by Gemini's name for it; from `createStdoutMapper` and `convert` only. */
  model?: string;
}

/** Something that was said. */
export interface NdjsonMessage {
  type: 'message';
  role: 'user' | 'assistant';
  content: string;
  /** True: to be appended to the message that is being written. False: the whole message, which ends it. */
  delta: boolean;
  /** Images beside a prompt. */
  images?: ImageSource[];
}

/** A summary of the model's reasoning. */
export interface NdjsonThinking {
  type: 'thinking';
  content: string;
  /** To be appended to the reasoning that is being written. Absent: the whole of it, which ends it. */
  delta?: true;
}

/** A tool is called. Comes when the call begins, or just before its result where the agent did not tell the beginning. */
export interface NdjsonToolUse {
  type: 'tool_use';
  /** `Bash`, `Write`, `mcp__server__tool`, …: the names that messages have. */
  tool_name: string;
  /** The id of the `tool_use` block in the thread's messages; unique within the thread. */
  tool_id: string;
  /** The input by Claude's names, as in messages. */
  parameters: Record<string, unknown>;
}

/** What came of a tool; once for each `tool_use` that ended. */
export interface NdjsonToolResult {
  type: 'tool_result';
  /** The `tool_id` of the call. */
  tool_id: string;
  /** `error` when the call failed or was declined, or its command ended with a code other than 0. */
  status: 'success' | 'error';
  /** The whole text, never cut. */
  output: string;
  /** Images that came with it. */
  images?: ImageSource[];
}

/** A warning, an error or a notice. Ends nothing: reconnecting is told this way, too. */
export interface NdjsonStderr {
  type: 'stderr';
  content: string;
}

/** The same by Gemini's name, after its `stderr` line, where the agent says how bad it is. */
export interface NdjsonError {
  type: 'error';
  severity: 'warning' | 'error';
  message: string;
}

/** A turn has ended. A chat service writes one more where the agent's process failed. */
export interface NdjsonResult {
  type: 'result';
  status: 'success' | 'error';
  /** The exit code of the agent's process, where a chat service saw it end. */
  exit_code?: number;
  /** The signal that ended the agent's process. */
  signal?: string;
  /** Why the turn failed or was aborted. */
  error?: string;
  stats: NdjsonStats;
}

/** What a turn took. Counts that the agent did not tell are 0. */
export interface NdjsonStats {
  /** Tokens sent to the model, the cached part included. Of the turn alone where that can be known, else a running total. */
  input_tokens: number;
  /** The part of `input_tokens` that came from the provider's cache. */
  cached: number;
  /** Tokens that the model wrote, reasoning included. */
  output_tokens: number;
  total_tokens: number;
  /** From the turn's beginning to its end, where the agent says when these were. */
  duration_ms?: number;
  /** How many `tool_use` lines the turn had. */
  tool_calls: number;
}

// The parts of `LanguageModelV4StreamPart` (@ai-sdk/provider 4) that threadline writes. They are spelt out here so that
// the package needs no other to be read; threadline-model.test.ts holds them against the originals.
import type { ImageSource } from '../messages/message.ts';

/** One part of the answer of a language model, as the AI SDK streams it. */
export type StreamPart =
  | { type: 'stream-start'; warnings: CallWarning[] }
  /** What answers; may come again when more is known. */
  | { type: 'response-metadata'; modelId: string }
  | { type: 'text-start'; id: string }
  | { type: 'text-delta'; id: string; delta: string }
  | { type: 'text-end'; id: string }
  | { type: 'reasoning-start'; id: string }
  | { type: 'reasoning-delta'; id: string; delta: string }
  | { type: 'reasoning-end'; id: string }
  | ToolCallPart
  | ToolResultPart
  /** The text or the object of a line of the agent; only when raw chunks are asked for. */
  | { type: 'raw'; rawValue: unknown }
  | { type: 'error'; error: unknown }
  | FinishPart;

/** A tool that the agent calls and runs by itself: the SDK has nothing to execute. */
export type ToolCallPart = {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  /** JSON text. */
  input: string;
  providerExecuted: true;
  /** The tool is not among those that the caller declared. */
  dynamic: true;
};

export type ToolResultPart = {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  /** The whole output; with its images where there are any. */
  result: string | { output: string; images: ImageSource[] };
  isError: boolean;
  dynamic: true;
};

/** The end of the answer; there is exactly one. */
export type FinishPart = {
  type: 'finish';
  finishReason: FinishReason;
  usage: PartUsage;
  /** What is needed to go on: ids of the agent's session and of its sandbox. */
  providerMetadata?: { threadline: AgentSession };
};

export type FinishReason = {
  /** `interrupted`: the agent's output ended without the end of its turn. */
  unified: 'stop' | 'error' | 'interrupted';
  /** The `status` of the agent's last result. */
  raw: string | undefined;
};

/** Counts that the agent did not tell are undefined. */
export type PartUsage = {
  inputTokens: {
    total: number | undefined;
    noCache: number | undefined;
    cacheRead: number | undefined;
    cacheWrite: number | undefined;
  };
  outputTokens: { total: number | undefined; text: number | undefined; reasoning: number | undefined };
};

/** Something in the call that the agent cannot take into account. */
export type CallWarning = { type: 'unsupported'; feature: string; details?: string };

/** What a caller keeps to go on with the same agent. */
export type AgentSession = {
  /** The thread, by the id to resume it by. */
  sessionId?: string;
  sandboxId?: string;
  snapshotId?: string;
};

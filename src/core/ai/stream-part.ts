// The parts of `LanguageModelV4StreamPart` (@ai-sdk/provider 4) that threadline writes. They are declared here so that
// the package's types need no other package; threadline-model.test.ts checks them against the originals.
import type { ImageSource } from '../messages/message.ts';

/** One part of the answer of a language model, as the AI SDK streams it. */
export type StreamPart =
  | { type: 'stream-start'; warnings: CallWarning[] }
  /** The model that answers. It may come again when more is known. */
  | { type: 'response-metadata'; modelId: string }
  | { type: 'text-start'; id: string }
  | { type: 'text-delta'; id: string; delta: string }
  | { type: 'text-end'; id: string }
  | { type: 'reasoning-start'; id: string }
  | { type: 'reasoning-delta'; id: string; delta: string }
  | { type: 'reasoning-end'; id: string }
  | ToolCallPart
  | ToolResultPart
  | ToolApprovalRequestPart
  /** A line of the agent, as text or as an object. Only if raw chunks are asked for. */
  | { type: 'raw'; rawValue: unknown }
  | { type: 'error'; error: unknown }
  | FinishPart;

/** A tool that the agent calls and runs by itself. The SDK has nothing to execute. */
export type ToolCallPart = {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  /** JSON text. */
  input: string;
  providerExecuted: true;
  /** The caller did not declare this tool. */
  dynamic: true;
};

/** The result of a tool that the agent ran by itself. */
export type ToolResultPart = {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  /** The whole output, with its images if there are any. */
  result: string | { output: string; images: ImageSource[] };
  isError: boolean;
  dynamic: true;
};

/** The agent waits for an approval of one of its calls. The stream goes on when it is answered. */
export type ToolApprovalRequestPart = {
  type: 'tool-approval-request';
  /** 128 random bits. An answer names it. */
  approvalId: string;
  toolCallId: string;
};

/** The end of the answer. There is exactly one. */
export type FinishPart = {
  type: 'finish';
  finishReason: FinishReason;
  usage: PartUsage;
  /** The ids needed to continue: those of the agent's session and its sandbox. */
  providerMetadata?: { threadline: AgentSession };
};

/** Why a stream ended, in the SDK's word and in the agent's. */
export type FinishReason = {
  /** `interrupted`: the agent's output stopped before its turn ended. */
  unified: 'stop' | 'error' | 'interrupted';
  /** The `status` of the agent's last result. */
  raw: string | undefined;
};

/** Token counts. One that the agent did not report is undefined. */
export type PartUsage = {
  inputTokens: {
    total: number | undefined;
    noCache: number | undefined;
    cacheRead: number | undefined;
    cacheWrite: number | undefined;
  };
  outputTokens: { total: number | undefined; text: number | undefined; reasoning: number | undefined };
};

/** A setting of the call that the agent cannot take into account. */
export type CallWarning = { type: 'unsupported'; feature: string; details?: string };

/** The ids that a caller keeps to continue with the same agent. */
export type AgentSession = {
  /** The id by which the thread is resumed. */
  sessionId?: string;
  sandboxId?: string;
  snapshotId?: string;
};

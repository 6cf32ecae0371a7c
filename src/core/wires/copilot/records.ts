// GitHub Copilot CLI, schemas/session-events.schema.json of the package: one log of events, printed and kept. Recordings of
// 1.0.20 to 1.0.102.
import {
  anything,
  count,
  optionalCount,
  optionalFlag,
  optionalId,
  optionalListOf,
  optionalNested,
  optionalNumber,
  optionalRecord,
  optionalText,
  optionalTextOrNull,
  text,
} from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';

/** Every line but `result`. */
export const envelopeTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  data: optionalRecord(wire.data),
  id: optionalId(wire.id),
  timestamp: optionalText(wire.timestamp),
  /** The line before, in one chain for the whole log. It is no tree. */
  parentId: optionalTextOrNull(wire.parentId),
  /** The sub-agent that the line belongs to. */
  agentId: optionalId(wire.agentId),
  /** The line is printed and never kept. */
  ephemeral: optionalFlag(wire.ephemeral),
}));

export type Envelope = FieldsOf<typeof envelopeTable>;

const contextTable = fieldTable((wire) => ({
  cwd: optionalText(wire.cwd),
  branch: optionalText(wire.branch),
  headCommit: optionalText(wire.headCommit),
}));

/** `session.start` and `session.resume`, which are kept and never printed. A resumed one does not repeat the id. */
export const sessionTable = fieldTable((wire) => ({
  sessionId: optionalId(wire.sessionId),
  producer: optionalText(wire.producer),
  copilotVersion: optionalText(wire.copilotVersion),
  startTime: optionalText(wire.startTime),
  selectedModel: optionalText(wire.selectedModel),
  context: optionalNested(wire.context, contextTable),
}));

export const userMessageTable = fieldTable((wire) => ({
  /** As typed. */
  content: text(wire.content),
  /** As the model saw it, with the time and reminders around it. */
  transformedContent: optionalText(wire.transformedContent),
  messageId: optionalId(wire.messageId),
  /** One for each prompt, and so the name of the turn. */
  interactionId: optionalId(wire.interactionId),
}));

const toolRequestTable = fieldTable((wire) => ({
  toolCallId: optionalId(wire.toolCallId),
  name: text(wire.name),
  /** An object, or a text for custom tools. */
  arguments: anything(wire.arguments),
  mcpServerName: optionalText(wire.mcpServerName),
  mcpToolName: optionalText(wire.mcpToolName),
}));

export const assistantMessageTable = fieldTable((wire) => ({
  messageId: optionalId(wire.messageId),
  /** Empty if the model only calls tools. */
  content: text(wire.content),
  reasoningText: optionalText(wire.reasoningText),
  toolRequests: optionalListOf(wire.toolRequests, toolRequestTable),
  model: optionalText(wire.model),
  /** The model request, by the service's id. */
  apiCallId: optionalId(wire.apiCallId),
  /** Tokens of the answer, up to 1.0.60. */
  outputTokens: optionalCount(wire.outputTokens),
}));

export type ToolRequest = FieldsOf<typeof toolRequestTable>;

export const toolStartTable = fieldTable((wire) => ({
  toolCallId: optionalId(wire.toolCallId),
  toolName: text(wire.toolName),
  arguments: anything(wire.arguments),
  mcpServerName: optionalText(wire.mcpServerName),
  mcpToolName: optionalText(wire.mcpToolName),
}));

const toolResultTable = fieldTable((wire) => ({
  /** What the model was told. */
  content: optionalText(wire.content),
  /** For people: a diff, also of files that were only viewed. */
  detailedContent: optionalText(wire.detailedContent),
}));

const toolErrorTable = fieldTable((wire) => ({
  message: optionalText(wire.message),
  /** `failure` or `denied`. */
  code: optionalText(wire.code),
}));

const shellTable = fieldTable((wire) => ({ exitCode: optionalNumber(wire.exitCode) }));

export const toolEndTable = fieldTable((wire) => ({
  toolCallId: optionalId(wire.toolCallId),
  /** A command that fails is a success of the tool. */
  success: optionalFlag(wire.success),
  result: optionalNested(wire.result, toolResultTable),
  error: optionalNested(wire.error, toolErrorTable),
  shellExecution: optionalNested(wire.shellExecution, shellTable),
}));

export type ToolEnd = FieldsOf<typeof toolEndTable>;

/** `assistant.message_delta`, `assistant.reasoning_delta`, `tool.shell_output`, `tool.execution_partial_result`. */
export const deltaTable = fieldTable((wire) => ({
  messageId: optionalId(wire.messageId),
  toolCallId: optionalId(wire.toolCallId),
  deltaContent: optionalText(wire.deltaContent),
  /** A piece of the output, with its stream. */
  text: optionalText(wire.text),
  stream: optionalText(wire.stream),
  /** The whole output so far. */
  partialOutput: optionalText(wire.partialOutput),
}));

export const errorTable = fieldTable((wire) => ({
  message: text(wire.message),
  errorType: optionalText(wire.errorType),
}));

/** The last line of a run: `result`. */
export const resultTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  timestamp: optionalText(wire.timestamp),
  sessionId: optionalId(wire.sessionId),
  exitCode: optionalNumber(wire.exitCode),
}));

/** Counts of a request, a compaction, or a session by model. Input includes what was read from the cache. */
export const countsTable = fieldTable((wire) => ({
  inputTokens: count(wire.inputTokens),
  outputTokens: count(wire.outputTokens),
  cacheReadTokens: optionalCount(wire.cacheReadTokens),
  cacheWriteTokens: optionalCount(wire.cacheWriteTokens),
  reasoningTokens: optionalCount(wire.reasoningTokens),
  model: optionalText(wire.model),
  apiCallId: optionalId(wire.apiCallId),
}));

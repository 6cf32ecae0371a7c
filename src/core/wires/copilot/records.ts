// GitHub Copilot CLI, schemas/session-events.schema.json of the package: one log of events, printed and kept. Recordings of
// 1.0.20 to 1.0.102.
import * as check from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';

/** Every line but `result`. */
export const envelopeTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  data: check.optionalRecord(wire.data),
  id: check.optionalId(wire.id),
  timestamp: check.optionalText(wire.timestamp),
  /** The line before, in one chain for the whole log. It is no tree. */
  parentId: check.optionalTextOrNull(wire.parentId),
  /** The sub-agent that the line belongs to. */
  agentId: check.optionalId(wire.agentId),
  /** The line is printed and never kept. */
  ephemeral: check.optionalFlag(wire.ephemeral),
}));

const contextTable = fieldTable((wire) => ({
  cwd: check.optionalText(wire.cwd),
  branch: check.optionalText(wire.branch),
  headCommit: check.optionalText(wire.headCommit),
}));

/** `session.start` and `session.resume`, which are kept and never printed. A resumed one does not repeat the id. */
export const sessionTable = fieldTable((wire) => ({
  sessionId: check.optionalId(wire.sessionId),
  producer: check.optionalText(wire.producer),
  copilotVersion: check.optionalText(wire.copilotVersion),
  startTime: check.optionalText(wire.startTime),
  selectedModel: check.optionalText(wire.selectedModel),
  context: check.optionalNested(wire.context, contextTable),
}));

export const userMessageTable = fieldTable((wire) => ({
  /** As typed. */
  content: check.text(wire.content),
  /** As the model saw it, with the time and reminders around it. */
  transformedContent: check.optionalText(wire.transformedContent),
  messageId: check.optionalId(wire.messageId),
  /** One for each prompt, and so the name of the turn. */
  interactionId: check.optionalId(wire.interactionId),
}));

const toolRequestTable = fieldTable((wire) => ({
  toolCallId: check.optionalId(wire.toolCallId),
  name: check.text(wire.name),
  /** An object, or a text for custom tools. */
  arguments: check.anything(wire.arguments),
  mcpServerName: check.optionalText(wire.mcpServerName),
  mcpToolName: check.optionalText(wire.mcpToolName),
}));

export const assistantMessageTable = fieldTable((wire) => ({
  messageId: check.optionalId(wire.messageId),
  /** Empty if the model only calls tools. */
  content: check.text(wire.content),
  reasoningText: check.optionalText(wire.reasoningText),
  toolRequests: check.optionalListOf(wire.toolRequests, toolRequestTable),
  model: check.optionalText(wire.model),
  /** The model request, by the service's id. */
  apiCallId: check.optionalId(wire.apiCallId),
  /** Tokens of the answer, up to 1.0.60. */
  outputTokens: check.optionalCount(wire.outputTokens),
}));

export const toolStartTable = fieldTable((wire) => ({
  toolCallId: check.optionalId(wire.toolCallId),
  toolName: check.text(wire.toolName),
  arguments: check.anything(wire.arguments),
  mcpServerName: check.optionalText(wire.mcpServerName),
  mcpToolName: check.optionalText(wire.mcpToolName),
}));

const toolResultTable = fieldTable((wire) => ({
  /** What the model was told. */
  content: check.optionalText(wire.content),
  /** For people: a diff, also of files that were only viewed. */
  detailedContent: check.optionalText(wire.detailedContent),
}));

const toolErrorTable = fieldTable((wire) => ({
  message: check.optionalText(wire.message),
  /** `failure` or `denied`. */
  code: check.optionalText(wire.code),
}));

const shellTable = fieldTable((wire) => ({ exitCode: check.optionalNumber(wire.exitCode) }));

export const toolEndTable = fieldTable((wire) => ({
  toolCallId: check.optionalId(wire.toolCallId),
  /** A command that fails is a success of the tool. */
  success: check.optionalFlag(wire.success),
  result: check.optionalNested(wire.result, toolResultTable),
  error: check.optionalNested(wire.error, toolErrorTable),
  shellExecution: check.optionalNested(wire.shellExecution, shellTable),
}));

/** `assistant.message_delta`, `assistant.reasoning_delta`, `tool.shell_output`, `tool.execution_partial_result`. */
export const deltaTable = fieldTable((wire) => ({
  messageId: check.optionalId(wire.messageId),
  toolCallId: check.optionalId(wire.toolCallId),
  deltaContent: check.optionalText(wire.deltaContent),
  /** A piece of the output, with its stream. */
  text: check.optionalText(wire.text),
  stream: check.optionalText(wire.stream),
  /** The whole output so far. */
  partialOutput: check.optionalText(wire.partialOutput),
}));

export const errorTable = fieldTable((wire) => ({
  message: check.text(wire.message),
  errorType: check.optionalText(wire.errorType),
}));

export const abortTable = fieldTable((wire) => ({ reason: check.optionalText(wire.reason) }));

export const compactionTable = fieldTable((wire) => ({
  summaryContent: check.optionalText(wire.summaryContent),
  /** The request for the summary. */
  compactionTokensUsed: check.optionalRecord(wire.compactionTokensUsed),
}));

/** The last line of a run: `result`. */
export const resultTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  timestamp: check.optionalText(wire.timestamp),
  sessionId: check.optionalId(wire.sessionId),
  exitCode: check.optionalNumber(wire.exitCode),
}));

/** Counts of a request, a compaction, or a session by model. Input includes what was read from the cache. */
export const countsTable = fieldTable((wire) => ({
  inputTokens: check.count(wire.inputTokens),
  outputTokens: check.count(wire.outputTokens),
  cacheReadTokens: check.optionalCount(wire.cacheReadTokens),
  cacheWriteTokens: check.optionalCount(wire.cacheWriteTokens),
  reasoningTokens: check.optionalCount(wire.reasoningTokens),
  model: check.optionalText(wire.model),
  apiCallId: check.optionalId(wire.apiCallId),
}));

/** What the tables read. */
export type Envelope = FieldsOf<typeof envelopeTable>;
export type ToolRequest = FieldsOf<typeof toolRequestTable>;
export type ToolEnd = FieldsOf<typeof toolEndTable>;

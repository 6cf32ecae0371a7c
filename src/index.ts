export type {
  EventMessageAgentMessage,
  EventMessageOther,
  EventMessagePayload,
  EventMessageReasoning,
  EventMessageTaskComplete,
  EventMessageTaskStarted,
  EventMessageTokenCount,
  EventMessageTurnAborted,
  EventMessageUserMessage,
} from './core/messages/event-message-lines.ts';
export type {
  ImageContent,
  ImageSource,
  MessageNote,
  TextContent,
  ThinkingContent,
  ToolResultContent,
  ToolUseContent,
  UnifiedContent,
  UnifiedMessage,
  UnifiedUsage,
} from './core/messages/message.ts';
export { extractText } from './core/messages/message.ts';
export type { MessageBuilder, MessageBuilderOptions } from './core/messages/message-builder.ts';
export { createMessageBuilder } from './core/messages/message-builder.ts';
export { parse } from './core/messages/parse.ts';
export type {
  CodexEvent,
  EventMessageEvent,
  ResponseItemEvent,
  SessionMetaEvent,
  SessionMetaPayload,
  TurnContextEvent,
  TurnContextPayload,
} from './core/messages/parse-lines.ts';
export type { ReadMessagesOptions } from './core/messages/read-messages.ts';
export { readMessages } from './core/messages/read-messages.ts';
export type {
  ResponseItemCustomToolCall,
  ResponseItemCustomToolCallOutput,
  ResponseItemFunctionCall,
  ResponseItemFunctionCallOutput,
  ResponseItemLocalShellCall,
  ResponseItemMessage,
  ResponseItemOther,
  ResponseItemPart,
  ResponseItemPayload,
  ResponseItemReasoning,
} from './core/messages/response-item-lines.ts';
export type {
  BashToolInput,
  EditToolInput,
  GlobToolInput,
  GrepToolInput,
  LsToolInput,
  ReadToolInput,
  TaskToolInput,
  TodoInput,
  TodoWriteToolInput,
  WebFetchToolInput,
  WebSearchToolInput,
  WriteToolInput,
} from './core/messages/tool-guards.ts';
export {
  isBashTool,
  isEditTool,
  isGlobTool,
  isGrepTool,
  isLsTool,
  isMcpTool,
  isReadTool,
  isTaskTool,
  isTodoWriteTool,
  isWebFetchTool,
  isWebSearchTool,
  isWriteTool,
} from './core/messages/tool-guards.ts';
export { mapCodexToolToClaude, transformToolInput } from './core/messages/vocabularies/codex-tools.ts';
export type { AgentVocabulary } from './core/messages/vocabularies/registry.ts';
export { agentVocabularies } from './core/messages/vocabularies/registry.ts';
export type { ToolCall, ToolResult, ToolUse, ToolVocabulary } from './core/messages/vocabularies/vocabulary.ts';
export type { CodexStdoutMapper } from './core/ndjson/codex-stdout-mapper.ts';
export { createCodexStdoutMapper } from './core/ndjson/codex-stdout-mapper.ts';
export type {
  NdjsonError,
  NdjsonEvent,
  NdjsonInit,
  NdjsonMessage,
  NdjsonResult,
  NdjsonStats,
  NdjsonStderr,
  NdjsonThinking,
  NdjsonToolResult,
  NdjsonToolUse,
} from './core/ndjson/ndjson-event.ts';
export type { NdjsonMapper, NdjsonMapperOptions } from './core/ndjson/ndjson-mapper.ts';
export { createNdjsonMapper } from './core/ndjson/ndjson-mapper.ts';
export type { StdoutDiagnostic, StdoutMapper, StdoutMapperOptions } from './core/ndjson/stdout-mapper.ts';
export { createStdoutMapper } from './core/ndjson/stdout-mapper.ts';
export { eventItem, itemId, itemText } from './core/thread/accessors.ts';
export type {
  AgentName,
  ContextEvent,
  ItemCompletedEvent,
  ItemDelta,
  ItemDeltaEvent,
  ItemFailedEvent,
  ItemStartedEvent,
  ItemUpdatedEvent,
  ThreadError,
  ThreadErrorEvent,
  ThreadErrorEvent as ErrorEvent,
  ThreadEvent,
  ThreadOrigin,
  ThreadStartedEvent,
  TokenCountEvent,
  TurnAbortedEvent,
  TurnCompletedEvent,
  TurnFailedEvent,
  TurnStartedEvent,
  TurnWithdrawnEvent,
  UnknownEvent,
} from './core/thread/event.ts';
export {
  isContext,
  isError,
  isItemCompleted,
  isItemDelta,
  isItemFailed,
  isItemStarted,
  isItemUpdated,
  isThreadStarted,
  isTokenCount,
  isTurnAborted,
  isTurnCompleted,
  isTurnFailed,
  isTurnStarted,
  isTurnWithdrawn,
  isUnknown,
} from './core/thread/guards.ts';
export type {
  AgentCall,
  AgentMessageItem,
  CollabToolCallItem,
  CommandExecutionItem,
  CompactionItem,
  ErrorItem,
  FileChange,
  FileChangeItem,
  ImageItem,
  ItemNote,
  ItemStatus,
  McpToolCallItem,
  McpToolError,
  McpToolResult,
  ReasoningItem,
  SeenText,
  ThreadItem,
  TodoEntry,
  TodoListItem,
  ToolCallItem,
  UnknownItem,
  UserMessageItem,
  WebSearchAction,
  WebSearchItem,
} from './core/thread/item.ts';
export type { ItemDeltaEnvelope, ItemEnvelope, ItemSnapshotEnvelope } from './core/thread/item-envelope.ts';
export { itemEnvelope } from './core/thread/item-envelope.ts';
export type { McpCall } from './core/thread/mcp-call.ts';
export { mcpCall } from './core/thread/mcp-call.ts';
export type { BadOutcome, GoodOutcome, Outcome } from './core/thread/outcome.ts';
export type { SdkContentBlock, SdkEvent, SdkItem, SdkUsage } from './core/thread/sdk-event.ts';
export { isSdkEvent } from './core/thread/sdk-event.ts';
export type { Thread, ThreadTurn } from './core/thread/thread.ts';
export { createThread } from './core/thread/thread.ts';
export type { CountedUsage, Extra, InferredFields, Usage } from './core/thread/usage.ts';
export type { DetectOptions } from './core/wires/detect.ts';
export { detectWire } from './core/wires/detect.ts';
export type { EventReader, EventReaderOptions } from './core/wires/event-reader.ts';
export { createEventReader } from './core/wires/event-reader.ts';
export { parseLine } from './core/wires/parse-line.ts';
export type { ByteSource } from './core/wires/read-events.ts';
export { createEventStream, readEventBatches, readEvents, readThreadEvents } from './core/wires/read-events.ts';
export type { AgentWires } from './core/wires/registry.ts';
export { agentWires } from './core/wires/registry.ts';
export type { RepeatedLine, Wire, WireDocument, WireName, WireOptions, WireReader } from './core/wires/wire.ts';
export type { BaseChatRequest, ChatAgent, ChatCommand } from './doors/chat/chat-agent.ts';
export type { Problem, ProblemCode } from './errors.ts';
export { ThreadlineError } from './errors.ts';
export { limits } from './limits/index.ts';

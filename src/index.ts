export type { BaseChatRequest, ChatAgent, ChatCommand } from './chat/chat-agent.ts';
export type { Problem, ProblemCode } from './errors.ts';
export { ThreadlineError } from './errors.ts';
export { limits } from './limits.ts';
export type {
  ImageContent,
  ImageSource,
  TextContent,
  ThinkingContent,
  ToolResultContent,
  ToolUseContent,
  UnifiedContent,
  UnifiedMessage,
  UnifiedUsage,
} from './messages/message.ts';
export { extractText } from './messages/message.ts';
export type { MessageBuilder, MessageBuilderOptions } from './messages/message-builder.ts';
export { createMessageBuilder } from './messages/message-builder.ts';
export { parse } from './messages/parse.ts';
export type {
  CodexEvent,
  EventMessageEvent,
  ResponseItemEvent,
  ResponseItemFunctionCall,
  ResponseItemFunctionCallOutput,
  ResponseItemMessage,
  ResponseItemReasoning,
  SessionMetaEvent,
  TurnContextEvent,
} from './messages/parse-lines.ts';
export type { ReadMessagesOptions } from './messages/read-messages.ts';
export { readMessages } from './messages/read-messages.ts';
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
} from './messages/tool-guards.ts';
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
} from './messages/tool-guards.ts';
export { mapCodexToolToClaude, transformToolInput } from './messages/vocabularies/codex-tools.ts';
export type { AgentVocabulary } from './messages/vocabularies/registry.ts';
export { agentVocabularies } from './messages/vocabularies/registry.ts';
export type { ToolCall, ToolResult, ToolUse, ToolVocabulary } from './messages/vocabularies/vocabulary.ts';
export type { CodexStdoutMapper } from './ndjson/codex-stdout-mapper.ts';
export { createCodexStdoutMapper } from './ndjson/codex-stdout-mapper.ts';
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
} from './ndjson/ndjson-event.ts';
export type { NdjsonMapper, NdjsonMapperOptions } from './ndjson/ndjson-mapper.ts';
export { createNdjsonMapper } from './ndjson/ndjson-mapper.ts';
export type { StdoutDiagnostic, StdoutMapper, StdoutMapperOptions } from './ndjson/stdout-mapper.ts';
export { createStdoutMapper } from './ndjson/stdout-mapper.ts';
export { eventItem, itemId, itemText } from './thread/accessors.ts';
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
} from './thread/event.ts';
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
} from './thread/guards.ts';
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
  ItemStatus,
  McpToolCallItem,
  McpToolResult,
  ReasoningItem,
  ThreadItem,
  TodoEntry,
  TodoListItem,
  ToolCallItem,
  UnknownItem,
  UserMessageItem,
  WebSearchAction,
  WebSearchItem,
} from './thread/item.ts';
export type { ItemDeltaEnvelope, ItemEnvelope, ItemSnapshotEnvelope } from './thread/item-envelope.ts';
export { itemEnvelope } from './thread/item-envelope.ts';
export type { BadOutcome, GoodOutcome, Outcome } from './thread/outcome.ts';
export type { SdkContentBlock, SdkEvent, SdkItem, SdkUsage } from './thread/sdk-event.ts';
export { isSdkEvent } from './thread/sdk-event.ts';
export type { Thread, ThreadTurn } from './thread/thread.ts';
export { createThread } from './thread/thread.ts';
export type { Extra, Usage } from './thread/usage.ts';
export type { DetectOptions } from './wires/detect.ts';
export { detectWire } from './wires/detect.ts';
export type { EventReader, EventReaderOptions } from './wires/event-reader.ts';
export { createEventReader } from './wires/event-reader.ts';
export { parseLine } from './wires/parse-line.ts';
export type { ByteSource } from './wires/read-events.ts';
export { createEventStream, readEventBatches, readEvents, readThreadEvents } from './wires/read-events.ts';
export type { AgentWires } from './wires/registry.ts';
export { agentWires } from './wires/registry.ts';
export type { Wire, WireDocument, WireName, WireOptions, WireReader } from './wires/wire.ts';

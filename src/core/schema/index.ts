export {
  ContextEventSchema,
  ItemCompletedEventSchema,
  ItemDeltaEventSchema,
  ItemFailedEventSchema,
  ItemStartedEventSchema,
  ItemUpdatedEventSchema,
  ThreadErrorEventSchema,
  ThreadStartedEventSchema,
  TokenCountEventSchema,
  TurnAbortedEventSchema,
  TurnCompletedEventSchema,
  TurnFailedEventSchema,
  TurnStartedEventSchema,
  TurnWithdrawnEventSchema,
  UnknownEventSchema,
} from './event-schemas.ts';
export {
  AgentMessageItemSchema,
  CollabToolCallItemSchema,
  CommandExecutionItemSchema,
  CompactionItemSchema,
  ErrorItemSchema,
  FileChangeItemSchema,
  ImageItemSchema,
  McpToolCallItemSchema,
  ReasoningItemSchema,
  TodoListItemSchema,
  ToolCallItemSchema,
  UnknownItemSchema,
  UserMessageItemSchema,
  WebSearchItemSchema,
} from './item-schemas.ts';
export { schemaVersion, threadEventJsonSchema } from './json-schema.ts';
export type { ParsedThreadEvent } from './parse-thread-event.ts';
export { parseThreadEvent, safeParseThreadEvent } from './parse-thread-event.ts';
export { AnyThreadEventSchema, StrictThreadEventSchema, ThreadEventSchema } from './thread-event-schema.ts';
export { AnyThreadItemSchema, StrictThreadItemSchema, ThreadItemSchema } from './thread-item-schema.ts';
export { UsageSchema } from './usage-schema.ts';

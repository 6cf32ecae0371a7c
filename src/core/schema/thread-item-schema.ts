import * as z from 'zod';
import {
  AgentMessageItemSchema,
  CollabToolCallItemSchema,
  CommandExecutionItemSchema,
  CompactionItemSchema,
  ErrorItemSchema,
  FileChangeItemSchema,
  FileChangeSchema,
  ImageItemSchema,
  McpToolCallItemSchema,
  ReasoningItemSchema,
  TodoListItemSchema,
  ToolCallItemSchema,
  UnknownItemSchema,
  UserMessageItemSchema,
  WebSearchItemSchema,
} from './item-schemas.ts';
import { otherThan } from './other-than.ts';

const withoutStatus = [
  UserMessageItemSchema,
  AgentMessageItemSchema,
  ReasoningItemSchema,
  TodoListItemSchema,
  CompactionItemSchema,
  ErrorItemSchema,
] as const;

/** Any item of the model. Fields and statuses that are not known pass. */
export const ThreadItemSchema = z.discriminatedUnion('type', [
  ...withoutStatus,
  CommandExecutionItemSchema,
  FileChangeItemSchema,
  McpToolCallItemSchema,
  CollabToolCallItemSchema,
  WebSearchItemSchema,
  ToolCallItemSchema,
  ImageItemSchema,
  UnknownItemSchema,
]);

/** An item on the wire of a kind that the model does not know. */
const OtherItemSchema = z.looseObject({
  type: otherThan(ThreadItemSchema.options.map(({ shape }) => shape.type.value)),
});

/** Any item of the model, or of a kind that it does not know. */
export const AnyThreadItemSchema = z.union([ThreadItemSchema, OtherItemSchema]);

/** The statuses that Codex has had up to 0.166. */
const status = z.enum(['in_progress', 'completed', 'failed', 'declined', 'interrupted']);
const change = FileChangeSchema.extend({ kind: z.enum(['add', 'update', 'delete']) });

/** An item of a known kind, with a known status. Fields that are not known pass. */
export const StrictThreadItemSchema = z.discriminatedUnion('type', [
  ...withoutStatus,
  CommandExecutionItemSchema.extend({ status }),
  FileChangeItemSchema.extend({ status, changes: z.array(change) }),
  McpToolCallItemSchema.extend({ status }),
  CollabToolCallItemSchema.extend({ status }),
  WebSearchItemSchema.extend({ status: status.optional() }),
  ToolCallItemSchema.extend({ status }),
  ImageItemSchema.extend({ status: status.optional() }),
]);

import * as z from 'zod';
import * as items from './item-schemas.ts';
import { optional } from './optional.ts';
import { otherThan } from './other-than.ts';

const withoutStatus = [
  items.UserMessageItemSchema,
  items.AgentMessageItemSchema,
  items.ReasoningItemSchema,
  items.TodoListItemSchema,
  items.CompactionItemSchema,
  items.ErrorItemSchema,
] as const;

/** Any item of the model. Unknown fields and statuses pass. */
export const ThreadItemSchema = z.discriminatedUnion('type', [
  ...withoutStatus,
  items.CommandExecutionItemSchema,
  items.FileChangeItemSchema,
  items.McpToolCallItemSchema,
  items.CollabToolCallItemSchema,
  items.WebSearchItemSchema,
  items.ToolCallItemSchema,
  items.ImageItemSchema,
  items.UnknownItemSchema,
]);

/** An item on the wire of a kind unknown to the model. */
const OtherItemSchema = z.looseObject({
  type: otherThan(ThreadItemSchema.options.map(({ shape }) => shape.type.value)),
});

/** Any item of the model, or of a kind unknown to it. */
export const AnyThreadItemSchema = z.union([ThreadItemSchema, OtherItemSchema]);

/** The statuses of Codex up to 0.166. */
const status = z.enum(['in_progress', 'completed', 'failed', 'declined', 'interrupted']);
const change = items.FileChangeSchema.extend({ kind: z.enum(['add', 'update', 'delete']) });

/** An item of a known kind with a known status. Unknown fields pass. */
export const StrictThreadItemSchema = z.discriminatedUnion('type', [
  ...withoutStatus,
  items.CommandExecutionItemSchema.extend({ status }),
  items.FileChangeItemSchema.extend({ status, changes: z.array(change) }),
  items.McpToolCallItemSchema.extend({ status }),
  items.CollabToolCallItemSchema.extend({ status }),
  items.WebSearchItemSchema.extend({ status: optional(status) }),
  items.ToolCallItemSchema.extend({ status }),
  items.ImageItemSchema.extend({ status: optional(status) }),
]);

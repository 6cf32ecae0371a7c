import * as z from 'zod';
import { optional } from './optional.ts';
import { ThreadItemSchema } from './thread-item-schema.ts';
import { ExtraSchema, UsageSchema } from './usage-schema.ts';

const optionalText = optional(z.string());
const optionalRecord = optional(z.record(z.string(), z.unknown()));

/** Fields that any event may carry. Codex's wire does not have the ids and the line: threadline adds them. */
const base = {
  thread_id: optionalText,
  turn_id: optionalText,
  timestamp: optionalText,
  line: optional(z.int()),
  ordinal: optional(z.number()),
  inherited: optional(z.boolean()),
  parent_item_id: optionalText,
  request_id: optionalText,
  inferred: optional(z.union([z.literal(true), z.array(z.string())])),
  extra: ExtraSchema,
};

const ThreadFailureSchema = z.looseObject({ message: optionalText, code: optionalText, extra: ExtraSchema });

/** A thread begins, or goes on. `thread_id` is what resumes it. */
export const ThreadStartedEventSchema = z.looseObject({
  ...base,
  type: z.literal('thread.started'),
  thread_id: z.string(),
  agent: optionalText,
  resumed: optional(z.boolean()),
  model: optionalText,
  model_provider: optionalText,
  cwd: optionalText,
  cli_version: optionalText,
  started_at: optionalText,
  originator: optionalText,
  source: z.unknown().optional(),
  forked_from_id: optionalText,
  parent_thread_id: optionalText,
  agent_nickname: optionalText,
  agent_role: optionalText,
  origin: optional(z.looseObject({ agent: z.string(), thread_id: optionalText })),
  vocabulary: optionalText,
  history_base: optionalRecord,
  git: optionalRecord,
});

/** A turn begins. */
export const TurnStartedEventSchema = z.looseObject({
  ...base,
  type: z.literal('turn.started'),
  input_text: optionalText,
  model: optionalText,
  cwd: optionalText,
  model_context_window: optional(z.number().nullable()),
  collaboration_mode_kind: optionalText,
});

/** A turn has ended well. `usage` is what the agent counted, if it did. */
export const TurnCompletedEventSchema = z.looseObject({
  ...base,
  type: z.literal('turn.completed'),
  usage: optional(UsageSchema),
  turn_usage: optional(UsageSchema),
  last_item_id: optionalText,
  last_agent_message: optional(z.string().nullable()),
  duration_ms: optional(z.int()),
  time_to_first_token_ms: optional(z.int()),
  inferred: optional(z.union([z.boolean(), z.array(z.string())])),
});

/** A turn has ended badly. */
export const TurnFailedEventSchema = z.looseObject({
  ...base,
  type: z.literal('turn.failed'),
  error: ThreadFailureSchema,
  usage: optional(UsageSchema),
  turn_usage: optional(UsageSchema),
});

/** Something outside the agent ended a turn. */
export const TurnAbortedEventSchema = z.looseObject({
  ...base,
  type: z.literal('turn.aborted'),
  reason: optionalText,
  turn_usage: optional(UsageSchema),
});

/** Turns were taken back. */
export const TurnWithdrawnEventSchema = z.looseObject({
  ...base,
  type: z.literal('turn.withdrawn'),
  turn_ids: z.array(z.string()),
});

/** Fields of the events that carry a whole item: also the message that it was read from. */
const itemBase = { ...base, unified: optional(z.looseObject({})) };

/** An item begins. */
export const ItemStartedEventSchema = z.looseObject({
  ...itemBase,
  type: z.literal('item.started'),
  item: ThreadItemSchema,
});

/** An item has a new state, given as a whole. */
export const ItemUpdatedEventSchema = z.looseObject({
  ...itemBase,
  type: z.literal('item.updated'),
  item: ThreadItemSchema,
});

/** An item has ended; its `status` tells how. */
export const ItemCompletedEventSchema = z.looseObject({
  ...itemBase,
  type: z.literal('item.completed'),
  item: ThreadItemSchema,
});

/** An item has ended, and the agent itself calls it failed. */
export const ItemFailedEventSchema = z.looseObject({
  ...itemBase,
  type: z.literal('item.failed'),
  item: ThreadItemSchema,
  error: optional(ThreadFailureSchema),
});

/** A piece of an item, to be appended. */
export const ItemDeltaEventSchema = z.looseObject({
  ...base,
  type: z.literal('item.delta'),
  item_id: z.string(),
  item_type: optionalText,
  delta: z.looseObject({ text_delta: optionalText, stream: optionalText }),
});

/** A count of tokens beside the turns. */
export const TokenCountEventSchema = UsageSchema.extend({
  ...base,
  type: z.literal('token_count'),
  last: optional(UsageSchema),
  no_total: optional(z.boolean()),
  rate_limits: z.unknown().optional(),
  model_context_window: optional(z.number().nullable()),
});

/** The agent reports an error; the turn need not end by it. */
export const ThreadErrorEventSchema = z.looseObject({
  ...base,
  type: z.literal('error'),
  message: z.string(),
  code: optionalText,
});

/** Bookkeeping of the agent that is not part of the conversation. */
export const ContextEventSchema = z.looseObject({
  ...base,
  type: z.literal('context'),
  kind: z.string(),
  item_id: optionalText,
  model: optionalText,
  cwd: optionalText,
  text: optionalText,
  data: z.record(z.string(), z.unknown()),
});

/** The form in which threadline writes an unknown event. */
export const UnknownEventSchema = z.looseObject({
  ...base,
  type: z.literal('unknown'),
  wire_type: z.string(),
  data: z.record(z.string(), z.unknown()),
});

/** All events except those that hold an item and those of unknown kinds. */
export const eventsWithoutItem = [
  ThreadStartedEventSchema,
  TurnStartedEventSchema,
  TurnCompletedEventSchema,
  TurnFailedEventSchema,
  TurnAbortedEventSchema,
  TurnWithdrawnEventSchema,
  ItemDeltaEventSchema,
  TokenCountEventSchema,
  ThreadErrorEventSchema,
  ContextEventSchema,
] as const;

import * as z from 'zod';
import { ThreadItemSchema } from './thread-item-schema.ts';
import { ExtraSchema, UsageSchema } from './usage-schema.ts';

const optionalText = z.string().optional();
const optionalRecord = z.record(z.string(), z.unknown()).optional();

/** Fields that any event may carry. Codex's wire does not have the ids and the line: threadline adds them. */
const base = {
  thread_id: optionalText,
  turn_id: optionalText,
  timestamp: optionalText,
  line: z.int().optional(),
  ordinal: z.number().optional(),
  inherited: z.boolean().optional(),
  parent_item_id: optionalText,
  extra: ExtraSchema,
};

const ThreadFailureSchema = z.looseObject({ message: optionalText, code: optionalText, extra: ExtraSchema });

export const ThreadStartedEventSchema = z.looseObject({
  ...base,
  type: z.literal('thread.started'),
  thread_id: z.string(),
  agent: optionalText,
  resumed: z.boolean().optional(),
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
  origin: z.looseObject({ agent: z.string(), thread_id: optionalText }).optional(),
  history_base: optionalRecord,
  git: optionalRecord,
});

export const TurnStartedEventSchema = z.looseObject({
  ...base,
  type: z.literal('turn.started'),
  input_text: optionalText,
  model: optionalText,
  cwd: optionalText,
  model_context_window: z.number().nullish(),
  collaboration_mode_kind: optionalText,
});

export const TurnCompletedEventSchema = z.looseObject({
  ...base,
  type: z.literal('turn.completed'),
  usage: UsageSchema.optional(),
  turn_usage: UsageSchema.optional(),
  last_item_id: optionalText,
  last_agent_message: z.string().nullish(),
  duration_ms: z.int().optional(),
  time_to_first_token_ms: z.int().optional(),
  inferred: z.boolean().optional(),
});

export const TurnFailedEventSchema = z.looseObject({
  ...base,
  type: z.literal('turn.failed'),
  error: ThreadFailureSchema,
  usage: UsageSchema.optional(),
  turn_usage: UsageSchema.optional(),
});

export const TurnAbortedEventSchema = z.looseObject({
  ...base,
  type: z.literal('turn.aborted'),
  reason: optionalText,
  turn_usage: UsageSchema.optional(),
});

export const TurnWithdrawnEventSchema = z.looseObject({
  ...base,
  type: z.literal('turn.withdrawn'),
  turn_ids: z.array(z.string()),
});

export const ItemStartedEventSchema = z.looseObject({
  ...base,
  type: z.literal('item.started'),
  item: ThreadItemSchema,
});

export const ItemUpdatedEventSchema = z.looseObject({
  ...base,
  type: z.literal('item.updated'),
  item: ThreadItemSchema,
});

export const ItemCompletedEventSchema = z.looseObject({
  ...base,
  type: z.literal('item.completed'),
  item: ThreadItemSchema,
});

export const ItemFailedEventSchema = z.looseObject({
  ...base,
  type: z.literal('item.failed'),
  item: ThreadItemSchema,
  error: ThreadFailureSchema.optional(),
});

export const ItemDeltaEventSchema = z.looseObject({
  ...base,
  type: z.literal('item.delta'),
  item_id: z.string(),
  item_type: optionalText,
  delta: z.looseObject({ text_delta: optionalText, stream: optionalText }),
});

export const TokenCountEventSchema = UsageSchema.extend({
  ...base,
  type: z.literal('token_count'),
  last: UsageSchema.optional(),
  no_total: z.boolean().optional(),
  rate_limits: z.unknown().optional(),
  model_context_window: z.number().nullish(),
});

export const ThreadErrorEventSchema = z.looseObject({
  ...base,
  type: z.literal('error'),
  message: z.string(),
  code: optionalText,
});

export const ContextEventSchema = z.looseObject({
  ...base,
  type: z.literal('context'),
  kind: z.string(),
  item_id: optionalText,
  model: optionalText,
  cwd: optionalText,
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

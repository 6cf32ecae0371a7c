import * as z from 'zod';
import {
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
import { otherThan } from './other-than.ts';
import { AnyThreadItemSchema, StrictThreadItemSchema } from './thread-item-schema.ts';

const withoutItem = [
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

/** Any event of the model, raw from Codex 0.44 or later or as threadline writes it. Fields that are not known pass. */
export const ThreadEventSchema = z.discriminatedUnion('type', [
  ...withoutItem,
  ItemStartedEventSchema,
  ItemUpdatedEventSchema,
  ItemCompletedEventSchema,
  ItemFailedEventSchema,
  UnknownEventSchema,
]);

/** An event of a kind that the model does not know. */
const OtherEventSchema = z.looseObject({
  type: otherThan(ThreadEventSchema.options.map(({ shape }) => shape.type.value)),
});

const anyItem = { item: AnyThreadItemSchema };

/** Any event of the model, or one of a kind, or with an item of a kind, that it does not know. */
export const AnyThreadEventSchema = z.union([
  z.discriminatedUnion('type', [
    ...withoutItem,
    ItemStartedEventSchema.extend(anyItem),
    ItemUpdatedEventSchema.extend(anyItem),
    ItemCompletedEventSchema.extend(anyItem),
    ItemFailedEventSchema.extend(anyItem),
    UnknownEventSchema,
  ]),
  OtherEventSchema,
]);

const strictItem = { item: StrictThreadItemSchema };

/** An event of a known kind, whose item, if it has one, is of a known kind with a known status. */
export const StrictThreadEventSchema = z.discriminatedUnion('type', [
  ...withoutItem,
  ItemStartedEventSchema.extend(strictItem),
  ItemUpdatedEventSchema.extend(strictItem),
  ItemCompletedEventSchema.extend(strictItem),
  ItemFailedEventSchema.extend(strictItem),
]);

import * as z from 'zod';
import * as events from './event-schemas.ts';
import { otherThan } from './other-than.ts';
import { AnyThreadItemSchema, StrictThreadItemSchema } from './thread-item-schema.ts';

/**
 * Any event of the model, raw from Codex 0.44 or later, or as threadline writes it. Unknown fields pass.
 *
 * @example
 * import { ThreadEventSchema } from 'threadline/schema';
 *
 * const { success, error } = ThreadEventSchema.safeParse({ type: 'thread.started', thread_id: 7 });
 * console.log(success, error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
 */
export const ThreadEventSchema = z.discriminatedUnion('type', [
  ...events.eventsWithoutItem,
  events.ItemStartedEventSchema,
  events.ItemUpdatedEventSchema,
  events.ItemCompletedEventSchema,
  events.ItemFailedEventSchema,
  events.UnknownEventSchema,
]);

/** An event of a kind unknown to the model. */
const OtherEventSchema = z.looseObject({
  type: otherThan(ThreadEventSchema.options.map(({ shape }) => shape.type.value)),
});

const anyItem = { item: AnyThreadItemSchema };

/** Any event of the model, or one with an unknown kind or an item of an unknown kind. */
export const AnyThreadEventSchema = z.union([
  z.discriminatedUnion('type', [
    ...events.eventsWithoutItem,
    events.ItemStartedEventSchema.extend(anyItem),
    events.ItemUpdatedEventSchema.extend(anyItem),
    events.ItemCompletedEventSchema.extend(anyItem),
    events.ItemFailedEventSchema.extend(anyItem),
    events.UnknownEventSchema,
  ]),
  OtherEventSchema,
]);

const strictItem = { item: StrictThreadItemSchema };

/** An event of a known kind, whose item, if it has one, is of a known kind with a known status. */
export const StrictThreadEventSchema = z.discriminatedUnion('type', [
  ...events.eventsWithoutItem,
  events.ItemStartedEventSchema.extend(strictItem),
  events.ItemUpdatedEventSchema.extend(strictItem),
  events.ItemCompletedEventSchema.extend(strictItem),
  events.ItemFailedEventSchema.extend(strictItem),
]);

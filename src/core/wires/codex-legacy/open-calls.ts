import { coreLimits } from '../../../limits/core.ts';
import { setOwn } from '../../lines/json.ts';
import type { ItemStartedEvent, ItemUpdatedEvent } from '../../thread/event.ts';
import type { ThreadItem } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import { keyCount } from '../field-table.ts';

/**
 * Calls of one kind that have begun. The end of a call does not repeat its beginning, such as the command, but an item
 * of the model is always complete. So the beginning is remembered until the end.
 */
export interface OpenCalls<Item extends ThreadItem> {
  /** The event of a beginning. A call that needed approval was told before, so this is an update. */
  begin(item: Item): ItemStartedEvent | ItemUpdatedEvent;
  /** Returns the item of the beginning, for the end. */
  take(id: string): Item | undefined;
  forgetAll(): void;
}

export function createOpenCalls<Item extends ThreadItem>(): OpenCalls<Item> {
  const known = new Map<string, Item>();
  return {
    begin(item) {
      const type = known.delete(item.id) ? 'item.updated' : 'item.started';
      // Calls that never end, as when the agent is killed, must not pile up.
      const oldest = known.size >= coreLimits.maxOpenCalls ? known.keys().next().value : undefined;
      if (oldest !== undefined) known.delete(oldest);
      // A copy, because consumers of the events may change their items.
      known.set(item.id, { ...item });
      return { type, item };
    },
    take(id) {
      const begun = known.get(id);
      known.delete(id);
      return begun;
    },
    forgetAll: () => known.clear(),
  };
}

/** Joins the unknown fields of a call's parts. The end of a call wins. */
export function joinExtra(...parts: readonly (Extra | undefined)[]): { extra?: Extra } {
  const extra: Extra = {};
  for (const part of parts) for (const key in part) setOwn(extra, key, part[key]);
  return keyCount(extra) > 0 ? { extra } : {};
}

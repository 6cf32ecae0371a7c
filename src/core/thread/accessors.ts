import type { ThreadEvent } from './event.ts';
import { isItemEvent } from './guards.ts';
import type { ThreadItem } from './item.ts';

/** The item that an event carries. An `item.delta` carries none and only names one. */
export function eventItem(event: ThreadEvent): ThreadItem | undefined {
  return isItemEvent(event) ? event.item : undefined;
}

/** The item's id. Takes the result of `eventItem`, so that the two can be chained. */
export function itemId(item: ThreadItem | undefined): string | undefined {
  return item?.id;
}

/** The text of a message or a reasoning. A command, a change or a search has no text of its own. */
export function itemText(item: ThreadItem | undefined): string | undefined {
  switch (item?.type) {
    case 'agent_message':
    case 'reasoning':
    case 'user_message':
      return item.text;
    default:
      return undefined;
  }
}

import type { ThreadEvent } from './event.ts';
import { isItemEvent } from './guards.ts';
import { isInferred } from './inferred.ts';
import type { ThreadItem } from './item.ts';

/** The item that an event carries. An `item.delta` carries none and only names one. */
export function eventItem(event: ThreadEvent): ThreadItem | undefined {
  return isItemEvent(event) ? event.item : undefined;
}

/** The item's id, if the wire has it. Takes the result of `eventItem`, so that the two can be chained. */
export function itemId(item: ThreadItem | undefined): string | undefined {
  return item && !isInferred(item, 'id') ? item.id : undefined;
}

/** The text of a message or a reasoning, if the wire has it. A command, a change or a search has none of its own. */
export function itemText(item: ThreadItem | undefined): string | undefined {
  switch (item?.type) {
    case 'agent_message':
    case 'reasoning':
    case 'user_message':
      return isInferred(item, 'text') ? undefined : item.text;
    default:
      return undefined;
  }
}

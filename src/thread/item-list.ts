import { applyDelta, itemOfDelta } from './apply-delta.ts';
import type { ItemDeltaEvent } from './event.ts';
import type { ThreadItem } from './item.ts';

/** A turn, as far as its items are concerned. */
export interface ItemOwner {
  items: ThreadItem[];
  finalResponse: string;
}

/** The items of a thread in their last state, in the order in which they first appeared. */
export interface ItemList {
  readonly items: ThreadItem[];
  /** The text of the agent message that was heard of last. */
  finalResponse: string;
  /** Takes a whole item, which replaces what was known of it. */
  put(item: ThreadItem, owner: ItemOwner | undefined, isDone: boolean): void;
  /** Takes what is to be added to an item. */
  append(event: ItemDeltaEvent, owner: ItemOwner | undefined): void;
  /** Ids begin anew: what was open stays as it is. */
  closeAll(): void;
}

/** An item that may still change, and its places in the lists. */
interface OpenItem {
  inOwner: number;
  inThread: number;
  /** A copy of the event's item, which deltas may change. */
  copy: ThreadItem | undefined;
}

/** An id names an item within its turn until the item is done; after that the id may name another. */
export function createItemList(): ItemList {
  let openItems = new Map<ItemOwner | undefined, Map<string, OpenItem>>();

  function open(id: string, owner: ItemOwner | undefined): OpenItem {
    const ofOwner = openItems.get(owner) ?? new Map<string, OpenItem>();
    openItems.set(owner, ofOwner);
    const place = ofOwner.get(id) ?? {
      inOwner: owner?.items.length ?? 0,
      inThread: list.items.length,
      copy: undefined,
    };
    ofOwner.set(id, place);
    return place;
  }

  function set(item: ThreadItem, place: OpenItem, owner: ItemOwner | undefined): void {
    list.items[place.inThread] = item;
    if (owner) owner.items[place.inOwner] = item;
    if (item.type !== 'agent_message') return;
    list.finalResponse = item.text;
    if (owner) owner.finalResponse = item.text;
  }

  const list: ItemList = {
    items: [],
    finalResponse: '',
    put(item, owner, isDone) {
      const place = open(item.id, owner);
      place.copy = undefined;
      set(item, place, owner);
      if (isDone) openItems.get(owner)?.delete(item.id);
    },
    append(event, owner) {
      const place = open(event.item_id, owner);
      place.copy ??= copyOf(list.items[place.inThread] ?? itemOfDelta(event));
      applyDelta(place.copy, event.delta);
      set(place.copy, place, owner);
    },
    closeAll() {
      openItems = new Map();
    },
  };
  return list;
}

/** As deep as deltas reach. */
function copyOf(item: ThreadItem): ThreadItem {
  const copy = { ...item };
  if (copy.extra) copy.extra = { ...copy.extra };
  if (copy.type === 'unknown') copy.data = { ...copy.data };
  return copy;
}

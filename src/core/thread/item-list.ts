import { applyDelta, itemOfDelta } from './apply-delta.ts';
import type { ItemDeltaEvent } from './event.ts';
import type { ThreadItem } from './item.ts';

/** A turn, as the owner of items. */
export interface ItemOwner {
  items: ThreadItem[];
  finalResponse: string;
}

/** The items of a thread in their last state, in order of first appearance. */
export interface ItemList {
  readonly items: ThreadItem[];
  /** The text of the agent message that was updated last. */
  finalResponse: string;
  /** Takes a whole item, which replaces its earlier state. */
  put(item: ThreadItem, owner: ItemOwner | undefined, isDone: boolean): void;
  /** Takes an addition to an item. */
  append(event: ItemDeltaEvent, owner: ItemOwner | undefined): void;
  /** Ids begin anew. Open items stay as they are. */
  closeAll(): void;
}

/** The positions of an item in the lists. */
interface ListPlace {
  inOwner: number;
  inThread: number;
  /** A copy of the event's item. Deltas may change it. */
  copy: ThreadItem | undefined;
  isDone: boolean;
}

/**
 * An id names an item within its turn until the item is done. After that, a whole item under the same id is another
 * one, but an addition still belongs to the old one: a diff of the turn comes after its patches.
 */
export function createItemList(): ItemList {
  let places = new Map<ItemOwner | undefined, Map<string, ListPlace>>();

  /** Finds an item by id. An answer and its thoughts may share one: thoughts are looked up by their own name. */
  function find(id: string, type: string | undefined, owner: ItemOwner | undefined): ListPlace | undefined {
    const ofOwner = places.get(owner);
    const plain = ofOwner?.get(id);
    if (type !== 'reasoning' && (plain || type !== undefined)) return plain;
    const isUndecided = plain && list.items[plain.inThread]?.type === 'unknown';
    return isUndecided ? plain : ofOwner?.get(thoughtsOf(id));
  }

  function open(id: string, type: string | undefined, owner: ItemOwner | undefined): ListPlace {
    const ofOwner = places.get(owner) ?? new Map<string, ListPlace>();
    places.set(owner, ofOwner);
    const place = { inOwner: owner?.items.length ?? 0, inThread: list.items.length, copy: undefined, isDone: false };
    ofOwner.set(type === 'reasoning' ? thoughtsOf(id) : id, place);
    return place;
  }

  function set(item: ThreadItem, place: ListPlace, owner: ItemOwner | undefined): void {
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
      const known = find(item.id, item.type, owner);
      const place = known && !known.isDone ? known : open(item.id, item.type, owner);
      place.copy = undefined;
      place.isDone = isDone;
      set(item, place, owner);
    },
    append(event, owner) {
      const { item_id, item_type } = event;
      const place = find(item_id, item_type, owner) ?? open(item_id, item_type, owner);
      place.copy ??= copyOf(list.items[place.inThread] ?? itemOfDelta(event));
      applyDelta(place.copy, event.delta);
      set(place.copy, place, owner);
    },
    closeAll() {
      places = new Map();
    },
  };
  return list;
}

function thoughtsOf(id: string): string {
  return `${id} thoughts`;
}

/** Copies as deep as deltas reach. */
function copyOf(item: ThreadItem): ThreadItem {
  const copy = { ...item };
  if (copy.extra) copy.extra = { ...copy.extra };
  if (copy.type === 'unknown') copy.data = { ...copy.data };
  return copy;
}

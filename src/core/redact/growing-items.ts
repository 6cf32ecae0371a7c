import * as coreLimits from '../../limits/core.ts';
import { applyDelta } from '../thread/apply-delta.ts';
import type { ItemDelta, ItemDeltaEvent, ItemEvent, ThreadEvent } from '../thread/event.ts';
import { isItemEvent } from '../thread/guards.ts';
import type { ThreadItem } from '../thread/item.ts';

/**
 * Holds items that are still being written, so that no secret leaves in two halves. Pieces are joined until the whole
 * item comes, which replaces them; if none comes, until its turn or the input ends.
 */
export interface GrowingItems {
  /** Takes the next event and returns those that may pass, in order. */
  pass(event: ThreadEvent): PassedEvent[];
  /** Returns the events of items that never ended. */
  end(): PassedEvent[];
}

export interface PassedEvent {
  event: ThreadEvent;
  /** The text ends where the agent was stopped, perhaps inside a word. */
  isCutShort: boolean;
}

/** The held events of one item. */
interface HeldItem {
  parent: string | undefined;
  /** The last snapshot, to which the pieces are added. */
  snapshot: ItemEvent | undefined;
  /** All pieces joined, by the command's stream. */
  pieces: Map<string, ItemDeltaEvent>;
}

/** The text of an item so far, if deltas add to it. Undefined for other kinds. */
function grownText(item: ThreadItem): string | undefined {
  switch (item.type) {
    case 'agent_message':
    case 'reasoning':
    case 'user_message':
      return item.text;
    case 'command_execution':
      return item.aggregated_output;
    default:
      return undefined;
  }
}

/** @param safeLength the length of a text without any part of a secret that later text could complete */
export function createGrowingItems(safeLength: (text: string) => number): GrowingItems {
  const held = new Map<string, HeldItem>();

  function holdOf(event: ThreadEvent, itemId: string, type: string | undefined): HeldItem {
    const key = heldKey(event, itemId, type === undefined ? isOnlyThought(event, itemId) : type === 'reasoning');
    const known = held.get(key);
    if (known) return known;
    const created: HeldItem = { parent: event.parent_item_id, snapshot: undefined, pieces: new Map() };
    held.set(key, created);
    return created;
  }

  /** A piece may not name its kind, and an answer and its thoughts may share an id. */
  function isOnlyThought(event: ThreadEvent, itemId: string): boolean {
    return held.has(heldKey(event, itemId, true)) && !held.has(heldKey(event, itemId, false));
  }

  function holdPiece(event: ItemDeltaEvent): PassedEvent[] {
    const hold = holdOf(event, event.item_id, event.item_type);
    const stream = event.delta.stream ?? '';
    const joined = join(hold.pieces.get(stream), event);
    hold.pieces.set(stream, joined);
    return hold.snapshot === undefined ? letSafePartGo(hold, stream, joined) : [];
  }

  /** Lets a text of any length pass in bounded memory. */
  function letSafePartGo(hold: HeldItem, stream: string, joined: ItemDeltaEvent): PassedEvent[] {
    const text = joined.delta.text_delta;
    if (typeof text !== 'string' || text.length < coreLimits.maxHeldTextLength) return [];
    const length = safeLength(text);
    if (length <= 0) return [];
    hold.pieces.set(stream, { ...joined, delta: { ...joined.delta, text_delta: text.slice(length) } });
    return [whole({ ...joined, delta: { ...joined.delta, text_delta: text.slice(0, length) } })];
  }

  function release(isWanted: (hold: HeldItem) => boolean): PassedEvent[] {
    const released: PassedEvent[] = [];
    for (const [key, hold] of held) {
      if (!isWanted(hold)) continue;
      held.delete(key);
      for (const event of eventsOf(hold)) released.push({ event, isCutShort: true });
    }
    return released;
  }

  function passItem(event: ItemEvent): PassedEvent[] {
    const { id, type } = event.item;
    const isEnd = event.type === 'item.completed' || event.type === 'item.failed';
    if (!isEnd && grownText(event.item)) {
      const hold = holdOf(event, id, type);
      hold.snapshot = event;
      hold.pieces.clear();
      return makeRoom();
    }
    if (isEnd || event.type === 'item.updated') held.delete(heldKey(event, id, type === 'reasoning'));
    return [whole(event)];
  }

  function makeRoom(): PassedEvent[] {
    if (held.size <= coreLimits.maxOpenCalls) return [];
    const [oldest] = held.values();
    return release((hold) => hold === oldest);
  }

  return {
    pass(event) {
      if (isItemEvent(event)) return passItem(event);
      switch (event.type) {
        case 'item.delta':
          return pieceNames(event.delta).length === 0 ? [whole(event)] : [...holdPiece(event), ...makeRoom()];
        case 'thread.started':
        case 'turn.started':
        case 'turn.completed':
        case 'turn.failed':
        case 'turn.aborted':
          return [...release((hold) => hold.parent === event.parent_item_id), whole(event)];
        default:
          return [whole(event)];
      }
    },
    end: () => release(() => true),
  };
}

function whole(event: ThreadEvent): PassedEvent {
  return { event, isCutShort: false };
}

function heldKey(event: ThreadEvent, itemId: string, isThought: boolean): string {
  return JSON.stringify([event.parent_item_id ?? '', itemId, isThought]);
}

/** The fields of a delta that hold pieces of something longer. */
function pieceNames(delta: ItemDelta): string[] {
  return Object.keys(delta).filter((name) => name.endsWith('delta') && typeof delta[name] === 'string');
}

function join(before: ItemDeltaEvent | undefined, event: ItemDeltaEvent): ItemDeltaEvent {
  if (!before) return event;
  const delta: ItemDelta = { ...before.delta, ...event.delta };
  for (const name of pieceNames(event.delta)) {
    const [first, second] = [before.delta[name], event.delta[name]];
    if (typeof first === 'string' && typeof second === 'string') delta[name] = first + second;
  }
  return { ...event, delta };
}

function eventsOf({ snapshot, pieces }: HeldItem): ThreadEvent[] {
  if (!snapshot) return [...pieces.values()];
  const item = { ...snapshot.item };
  if (item.extra) item.extra = { ...item.extra };
  for (const { delta } of pieces.values()) applyDelta(item, delta);
  return [{ ...snapshot, item }];
}

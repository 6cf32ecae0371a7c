import { isEnd } from '../../messages/tool-life.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { isItemEvent } from '../../thread/guards.ts';

/** Tells which events belong to one answer of the model. */
export interface RequestKeys {
  see(event: ThreadEvent): void;
  /** The request of an event that was seen. Undefined if it is of none. */
  keyOf(event: object | undefined): string | undefined;
}

interface ThreadState {
  /** Answers so far, by what is guessed. */
  count: number;
  /** A result came since the answer began. */
  isAnswered: boolean;
  begun: Set<string>;
}

/**
 * Requests are those that the wire names. Where it names none, whatever begins after the result of a call is another
 * answer: the model speaks only when it is asked.
 */
export function createRequestKeys(): RequestKeys {
  const keys = new WeakMap<object, string>();
  /** By item: a message that pieces opened has an event of its own. */
  const ofItems = new Map<string, string>();
  const threads = new Map<string, ThreadState>();

  function stateOf(event: ThreadEvent): ThreadState {
    const name = event.parent_item_id ?? '';
    const known = threads.get(name) ?? { count: 0, isAnswered: false, begun: new Set() };
    threads.set(name, known);
    return known;
  }

  function guessed(state: ThreadState, itemId: string): string {
    if (state.isAnswered && !state.begun.has(itemId)) {
      state.count += 1;
      state.isAnswered = false;
      state.begun.clear();
    }
    state.begun.add(itemId);
    return `#${state.count}`;
  }

  return {
    see(event) {
      const itemId = isItemEvent(event) ? event.item.id : event.type === 'item.delta' ? event.item_id : undefined;
      if (itemId === undefined) return;
      const state = stateOf(event);
      const item = isItemEvent(event) ? event.item : undefined;
      if (item?.type === 'user_message') {
        state.isAnswered = true;
        return;
      }
      const { request_id: told } = event;
      const key = told === undefined ? guessed(state, itemId) : `=${told}`;
      keys.set(event, key);
      ofItems.set(itemName(event, itemId), key);
      const isCall = item !== undefined && item.type !== 'agent_message' && item.type !== 'reasoning';
      if (isCall && isItemEvent(event) && isEnd(event)) state.isAnswered = true;
    },
    keyOf(event) {
      if (!event) return undefined;
      const { item, item_id: itemId = item?.id } = event as OpeningEvent;
      return keys.get(event) ?? (itemId === undefined ? undefined : ofItems.get(itemName(event, itemId)));
    },
  };
}

/** The fields of an event that opens a message. */
interface OpeningEvent {
  item?: { id: string };
  item_id?: string;
  parent_item_id?: string;
}

function itemName({ parent_item_id: parent = '' }: OpeningEvent, itemId: string): string {
  return JSON.stringify([parent, itemId]);
}

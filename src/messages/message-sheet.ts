import type { ThreadEvent } from '../thread/event.ts';
import type { UnifiedContent, UnifiedMessage } from './message.ts';
import type { Turn } from './turn-counter.ts';

/** The messages that were made so far, and what a new one is stamped with. */
export interface MessageSheet {
  /** The thread's working folder. */
  cwd: string | undefined;
  /** The model that answers. */
  model: string | undefined;
  /** When the thread began: the time of events that have none. */
  threadTime: number;
  /** Makes a message, without showing it. */
  create(event: ThreadEvent, id: string, role: UnifiedMessage['role'], content: UnifiedContent[]): UnifiedMessage;
  /** Shows a message after all others. Gives its place, which is good until a rollback. */
  add(message: UnifiedMessage, turn: Turn): number;
  /** The message at a place. */
  at(place: number): UnifiedMessage | undefined;
  /** Puts a changed message in its place. */
  replace(place: number, message: UnifiedMessage): void;
  /** Takes back a turn and all after it. Gives their messages, marked. */
  rollBack(turn: Turn): UnifiedMessage[];
  /** Forgets so many of the oldest: they do not change any more. */
  release(count: number): void;
  /** All that are shown and not forgotten, in the order in which they began. */
  readonly messages: readonly UnifiedMessage[];
}

export function createMessageSheet(all: boolean): MessageSheet {
  /** Side by side: the messages, and the order of the turn of each. */
  const messages: UnifiedMessage[] = [];
  const orders: number[] = [];
  /** By the order of turns, the place where each begins. */
  const beginnings: (number | undefined)[] = [];
  /** Where what was taken back is kept: from the place where it begins, the one where it ends. */
  const withdrawn = new Map<number, number>();
  /** How many were forgotten. Places go on counting, so one stands that much further ahead in the lists. */
  let released = 0;

  function timeOf(event: ThreadEvent): number {
    const time = event.timestamp === undefined ? Number.NaN : Date.parse(event.timestamp);
    return Number.isNaN(time) ? sheet.threadTime : time;
  }

  function cutFrom(first: number, turn: Turn): UnifiedMessage[] {
    const tail = messages.splice(first - released);
    const gone: UnifiedMessage[] = [];
    orders.splice(first - released).forEach((order, index) => {
      const message = tail[index] as UnifiedMessage;
      if (order >= turn.order) {
        gone.push({ ...message, withdrawn: true });
      } else {
        // A late message of an older turn stays.
        messages.push(message);
        orders.push(order);
      }
    });
    return gone;
  }

  function markFrom(first: number, turn: Turn): UnifiedMessage[] {
    const gone: UnifiedMessage[] = [];
    const end = released + messages.length;
    for (let place = first; place < end; place = withdrawn.get(place + 1) ?? place + 1) {
      if ((orders[place - released] ?? 0) < turn.order) continue;
      const marked: UnifiedMessage = { ...(messages[place - released] as UnifiedMessage), withdrawn: true };
      messages[place - released] = marked;
      gone.push(marked);
    }
    withdrawn.set(first, end);
    return gone;
  }

  const sheet: MessageSheet = {
    cwd: undefined,
    model: undefined,
    threadTime: 0,
    create(event, id, role, content) {
      const message: UnifiedMessage = { id, role, content, timestamp: timeOf(event), tool: 'codex', _original: event };
      if (sheet.model !== undefined && role === 'assistant') message.model = sheet.model;
      return message;
    },
    add(message, turn) {
      const place = released + messages.length;
      beginnings[turn.order] ??= place;
      messages.push(message);
      orders.push(turn.order);
      return place;
    },
    at: (place) => messages[place - released],
    replace(place, message) {
      if (place >= released) messages[place - released] = message;
    },
    rollBack(turn) {
      const first = Math.max(beginnings[turn.order] ?? released + messages.length, released);
      return all ? markFrom(first, turn) : cutFrom(first, turn);
    },
    release(count) {
      released += messages.splice(0, count).length;
      orders.splice(0, count);
    },
    messages,
  };
  return sheet;
}

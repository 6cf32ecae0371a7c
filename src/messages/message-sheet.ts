import type { ThreadEvent } from '../thread/event.ts';
import type { UnifiedContent, UnifiedMessage } from './message.ts';
import type { Turn } from './turn-counter.ts';

/** The place of a message among the others, which stays while the message changes. */
export interface Entry {
  readonly message: UnifiedMessage;
  readonly turn: Turn;
}

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
  /** Shows a message after all others, unless it is one of those that are left out. */
  add(message: UnifiedMessage, turn: Turn): Entry;
  /** Puts a changed message in its place. Gives the message that is new to those who look on, if any. */
  replace(entry: Entry, message: UnifiedMessage): UnifiedMessage[];
  /** Takes back a turn and all after it. Gives their messages, marked. */
  rollBack(turn: Turn): UnifiedMessage[];
  isShown(message: UnifiedMessage): boolean;
  /** All that are shown, in the order in which they began. */
  readonly messages: readonly UnifiedMessage[];
}

interface MutableEntry extends Entry {
  message: UnifiedMessage;
}

export function createMessageSheet(all: boolean): MessageSheet {
  /** What a rollback may take back, oldest first, and by the order of turns where each begins in it. */
  const standing: MutableEntry[] = [];
  const beginnings: (number | undefined)[] = [];
  /** What is shown. Only where all is, does it hold more: what was taken back. */
  const shown: MutableEntry[] = all ? [] : standing;
  let list: UnifiedMessage[] | undefined;

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
      const entry = { message, turn };
      if (!sheet.isShown(message)) return entry;
      beginnings[turn.order] ??= standing.length;
      standing.push(entry);
      if (all) shown.push(entry);
      list = undefined;
      return entry;
    },
    replace(entry, message) {
      (entry as MutableEntry).message = message;
      list = undefined;
      return sheet.isShown(message) ? [message] : [];
    },
    rollBack(turn) {
      const gone: UnifiedMessage[] = [];
      for (const entry of standing.splice(beginnings[turn.order] ?? standing.length)) {
        // A late message of an older turn stays.
        if (entry.turn.order < turn.order) standing.push(entry);
        else gone.push(takeBack(entry));
      }
      return gone;
    },
    isShown: (message) => all || !message.injected,
    get messages() {
      list ??= shown.map((entry) => entry.message);
      return list;
    },
  };

  function takeBack(entry: MutableEntry): UnifiedMessage {
    entry.message = { ...entry.message, withdrawn: true };
    list = undefined;
    return entry.message;
  }

  function timeOf(event: ThreadEvent): number {
    const time = event.timestamp === undefined ? Number.NaN : Date.parse(event.timestamp);
    return Number.isNaN(time) ? sheet.threadTime : time;
  }

  return sheet;
}

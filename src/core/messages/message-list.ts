import type { UnifiedMessage } from './message.ts';
import type { Turn } from './turn-counter.ts';

/** A message in the list. The row lives on while its message is replaced at each change. */
export interface MessageRow {
  message: UnifiedMessage;
  readonly turn: Turn;
  /** The position among all rows ever added, not counting those that are gone. */
  place: number;
  /** The turn was taken back. */
  isGone: boolean;
}

/** The messages so far, in the order in which they began. */
export interface MessageList {
  add(message: UnifiedMessage, turn: Turn): MessageRow;
  /** Replaces a changed message and returns it. Returns none if it was forgotten. */
  replace(row: MessageRow, message: UnifiedMessage): UnifiedMessage[];
  /** Takes turns back with all their messages. Returns these messages, marked. */
  withdraw(turns: Iterable<Turn>): UnifiedMessage[];
  /** Forgets the oldest `count` messages, which can no longer change. */
  release(count: number): void;
  messages(): readonly UnifiedMessage[];
}

/** With `all`, withdrawn messages stay in their place, marked. */
export function createMessageList(all: boolean): MessageList {
  /** Parallel lists. */
  const messages: UnifiedMessage[] = [];
  const rows: MessageRow[] = [];
  /** The number of messages forgotten before the first of these. */
  let released = 0;
  /** Withdrawn rows still in the lists. They are removed when somebody looks, which renumbers the rest. */
  let holes = 0;
  /** The rows of each turn. Dropped once messages are forgotten, because it would keep them alive. */
  let ofTurn: Map<Turn, MessageRow[]> | undefined = new Map();
  let lastTurn: Turn | undefined;
  let ofLastTurn: MessageRow[] = [];

  function add(message: UnifiedMessage, turn: Turn): MessageRow {
    const row: MessageRow = { message, turn, place: released + rows.length, isGone: false };
    rows.push(row);
    messages.push(message);
    if (ofTurn) {
      // Nearly always the same turn as that of the message before.
      if (turn !== lastTurn) ofLastTurn = rowsOf(ofTurn, turn);
      lastTurn = turn;
      ofLastTurn.push(row);
    }
    return row;
  }

  function rowsOf(known: Map<Turn, MessageRow[]>, turn: Turn): MessageRow[] {
    const outer = outermost(turn);
    const made = known.get(outer) ?? [];
    known.set(outer, made);
    return made;
  }

  function replace(row: MessageRow, message: UnifiedMessage): UnifiedMessage[] {
    const index = row.place - released;
    if (rows[index] !== row) return [];
    row.message = message;
    messages[index] = message;
    return [message];
  }

  function withdraw(turns: Iterable<Turn>): UnifiedMessage[] {
    lastTurn = undefined;
    const gone: UnifiedMessage[] = [];
    const wanted = new Set(turns);
    const made = ofTurn ? [...wanted].map((turn) => takeRows(turn)) : [rows.filter(isWanted)];
    const found = made.flat().sort((left, right) => left.place - right.place);
    for (const row of found) {
      if (row.isGone) continue;
      row.isGone = true;
      replace(row, { ...row.message, withdrawn: true });
      gone.push(row.message);
    }
    if (!all) holes += gone.length;
    return gone;

    function isWanted(row: MessageRow): boolean {
      return wanted.has(outermost(row.turn));
    }
  }

  function takeRows(turn: Turn): MessageRow[] {
    const made = ofTurn?.get(turn) ?? [];
    ofTurn?.delete(turn);
    return made;
  }

  /** Removes withdrawn rows. */
  function compact(): void {
    if (holes === 0) return;
    holes = 0;
    let kept = 0;
    for (const row of rows) {
      if (row.isGone) continue;
      row.place = released + kept;
      rows[kept] = row;
      messages[kept] = row.message;
      kept += 1;
    }
    rows.length = kept;
    messages.length = kept;
  }

  function release(count: number): void {
    ofTurn = undefined;
    compact();
    released += rows.splice(0, count).length;
    messages.splice(0, count);
  }

  return {
    add,
    replace,
    withdraw,
    release,
    messages() {
      compact();
      return messages;
    },
  };
}

function outermost(turn: Turn): Turn {
  let outer = turn;
  while (outer.outer) outer = outer.outer;
  return outer;
}

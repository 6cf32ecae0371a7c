import { eventItem } from './accessors.ts';
import { applyDelta, itemOfDelta } from './apply-delta.ts';
import type { ItemDeltaEvent, ThreadError, ThreadErrorEvent, ThreadEvent, TokenCountEvent } from './event.ts';
import type { ThreadItem } from './item.ts';
import { addUsage, createRunningUsage } from './running-usage.ts';
import type { Usage } from './usage.ts';

/** One prompt and all that came of it. */
export interface ThreadTurn {
  /** Absent where the events carry none, as the SDK's do. */
  readonly id: string | undefined;
  /** `open` until the agent says otherwise: an interrupted run never does. */
  readonly status: 'open' | 'completed' | 'failed' | 'aborted';
  /** The items in their last state, in the order in which they first appeared. */
  readonly items: readonly ThreadItem[];
  /** The assistant's last text; empty when there is none. */
  readonly finalResponse: string;
  /** As on the wire: a running total. */
  readonly usage: Usage | undefined;
  /** What this turn alone used, where it can be known. */
  readonly turnUsage: Usage | undefined;
  /** Why it failed. */
  readonly error: ThreadError | undefined;
  /** Why it was aborted. */
  readonly reason: string | undefined;
}

/** What a thread's events add up to. Everything in it is live: it changes with the next `push`. */
export interface Thread {
  push(event: ThreadEvent): void;
  /** The id to resume by: of the last `thread.started` that has one. */
  readonly id: string | undefined;
  readonly turns: readonly ThreadTurn[];
  /** The items of all turns, and those that belong to none: warnings come before the first turn. */
  readonly items: readonly ThreadItem[];
  /** The assistant's last text of all; empty when there is none. */
  readonly finalResponse: string;
  /** What the thread used as far as its events tell. */
  readonly usage: Usage | undefined;
  /** Errors that did not end a turn, such as reconnecting notices. */
  readonly errors: readonly ThreadErrorEvent[];
  /** How many events were of a kind that this version does not know. */
  readonly unknownEvents: number;
}

/** The same, open to this file. */
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
type Turn = Writable<Omit<ThreadTurn, 'items'>> & { items: ThreadItem[] };

/** An item that may still change, and its places in the lists. */
interface OpenItem {
  turn: Turn | undefined;
  inTurn: number;
  inThread: number;
  /** A copy of the event's item, which deltas may change. */
  owned: ThreadItem | undefined;
}

/** Adds up events into turns and items, as the SDK's `run()` does for one turn. */
export function createThread(): Thread {
  let id: string | undefined;
  const turns: Turn[] = [];
  const items: ThreadItem[] = [];
  const errors: ThreadErrorEvent[] = [];
  let finalResponse = '';
  let unknownEvents = 0;
  const usage = createUsageSum();

  /** The turn for events that do not name one. */
  let current: Turn | undefined;
  /** The last turn by each id, and the open items of each turn. Ids begin anew with every process. */
  let turnsById = new Map<string, Turn>();
  let openItems = new Map<Turn | undefined, Map<string, OpenItem>>();

  function startProcess(): void {
    current = undefined;
    turnsById = new Map();
    openItems = new Map();
  }

  function openTurn(turnId: string | undefined): Turn {
    const turn: Turn = {
      id: turnId,
      status: 'open',
      items: [],
      finalResponse: '',
      usage: undefined,
      turnUsage: undefined,
      error: undefined,
      reason: undefined,
    };
    turns.push(turn);
    if (turnId !== undefined) turnsById.set(turnId, turn);
    return turn;
  }

  function startTurn(turnId: string | undefined): void {
    const known = turnId === undefined ? undefined : turnsById.get(turnId);
    current = known?.status === 'open' ? known : openTurn(turnId);
  }

  /** A turn whose start was not seen begins with its first event. */
  function turnOf(event: ThreadEvent): Turn | undefined {
    return event.turn_id === undefined ? current : (turnsById.get(event.turn_id) ?? openTurn(event.turn_id));
  }

  function endTurn(event: ThreadEvent, status: Turn['status']): Turn {
    const turn = turnOf(event) ?? openTurn(undefined);
    turn.status = status;
    openItems.delete(turn);
    if (turn === current) current = undefined;
    return turn;
  }

  /** The item that lives under an id in a turn; a new one when there is none, or when it has ended. */
  function openItem(turn: Turn | undefined, itemId: string): OpenItem {
    let inTurn = openItems.get(turn);
    if (!inTurn) openItems.set(turn, (inTurn = new Map()));
    let open = inTurn.get(itemId);
    if (!open) {
      open = { turn, inTurn: turn?.items.length ?? 0, inThread: items.length, owned: undefined };
      inTurn.set(itemId, open);
    }
    return open;
  }

  function place(open: OpenItem, item: ThreadItem): void {
    items[open.inThread] = item;
    if (open.turn) open.turn.items[open.inTurn] = item;
    if (item.type !== 'agent_message') return;
    finalResponse = item.text;
    if (open.turn) open.turn.finalResponse = item.text;
  }

  function takeItem(event: ThreadEvent, item: ThreadItem): void {
    const turn = turnOf(event);
    const open = openItem(turn, item.id);
    open.owned = undefined;
    place(open, item);
    if (event.type === 'item.completed' || event.type === 'item.failed') openItems.get(turn)?.delete(item.id);
  }

  function takeDelta(event: ItemDeltaEvent): void {
    const open = openItem(turnOf(event), event.item_id);
    open.owned ??= copyOf(items[open.inThread] ?? itemOfDelta(event));
    applyDelta(open.owned, event.delta);
    place(open, open.owned);
  }

  function push(event: ThreadEvent): void {
    if (typeof event?.type !== 'string') throw new TypeError('push takes a thread event');
    const item = eventItem(event);
    if (item) return takeItem(event, item);
    switch (event.type) {
      case 'thread.started':
        if (event.thread_id !== '') id = event.thread_id;
        // One that stands in a turn only adds facts about the thread.
        if (event.turn_id === undefined) startProcess();
        break;
      case 'turn.started':
        startTurn(event.turn_id);
        break;
      case 'turn.completed': {
        const turn = endTurn(event, 'completed');
        turn.usage = event.usage;
        turn.turnUsage = event.turn_usage;
        if (turn.finalResponse === '' && event.last_agent_message) {
          finalResponse = turn.finalResponse = event.last_agent_message;
        }
        if (event.usage) usage.addTotal(event.usage);
        break;
      }
      case 'turn.failed': {
        const turn = endTurn(event, 'failed');
        turn.error = event.error;
        turn.usage = event.usage;
        if (event.usage) usage.addTotal(event.usage);
        break;
      }
      case 'turn.aborted':
        endTurn(event, 'aborted').reason = event.reason;
        break;
      case 'item.delta':
        takeDelta(event);
        break;
      case 'token_count':
        usage.addCount(event);
        break;
      case 'error':
        errors.push(event);
        break;
      case 'unknown':
        unknownEvents += 1;
        break;
    }
  }

  return {
    push,
    turns,
    items,
    errors,
    get id() {
      return id;
    },
    get finalResponse() {
      return finalResponse;
    },
    get usage() {
      return usage.sum;
    },
    get unknownEvents() {
      return unknownEvents;
    },
  };
}

function copyOf(item: ThreadItem): ThreadItem {
  const copy = { ...item };
  if (copy.extra) copy.extra = { ...copy.extra };
  if (copy.type === 'unknown') copy.data = { ...copy.data };
  return copy;
}

/** Running totals give the sum by their differences; a count without a total gives what the last request used. */
function createUsageSum() {
  const zero = addUsage();
  let running = createRunningUsage(zero);
  let sum: Usage | undefined;

  function addTotal(total: Usage): void {
    sum = addUsage(sum ?? zero, running.next(total) ?? zero);
  }

  function addCount(count: TokenCountEvent): void {
    if (!count.no_total) return addTotal(count);
    running = createRunningUsage(zero);
    if (count.last) sum = addUsage(sum ?? zero, count.last);
  }

  return {
    addTotal,
    addCount,
    get sum() {
      return sum;
    },
  };
}

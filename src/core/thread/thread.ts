import { eventItem } from './accessors.ts';
import type { ThreadError, ThreadErrorEvent, ThreadEvent, TurnCompletedEvent, TurnEndEvent } from './event.ts';
import type { ThreadItem } from './item.ts';
import { createItemList } from './item-list.ts';
import type { CountedUsage, Usage } from './usage.ts';
import { createUsageSum } from './usage-sum.ts';

/** One prompt and everything that followed from it. */
export interface ThreadTurn {
  /** Absent if the events carry none, as with the SDK's. */
  readonly id: string | undefined;
  /** `open` until the agent reports an end. An interrupted run never does. */
  readonly status: 'open' | 'completed' | 'failed' | 'aborted';
  /** The turn was taken back and is no longer part of the conversation. */
  readonly isWithdrawn: boolean;
  /** The items in their last state, in order of first appearance. */
  readonly items: readonly ThreadItem[];
  /** The assistant's last text. Empty if there is none. */
  readonly finalResponse: string;
  /** The wire's own numbers: a running total. */
  readonly usage: Usage | undefined;
  /** Usage of this turn alone, if it can be known. */
  readonly turnUsage: CountedUsage | undefined;
  /** The reason why the turn failed. */
  readonly error: ThreadError | undefined;
  /** The reason why the turn was aborted. */
  readonly reason: string | undefined;
}

/** A thread, built from its events. Of sub-agents it has only the usage. All of it is live: `push` changes it. */
export interface Thread {
  /** Takes the next event. */
  push(event: ThreadEvent): void;
  /** The id to resume by, from the last `thread.started` that has one. */
  readonly id: string | undefined;
  readonly turns: readonly ThreadTurn[];
  /** The items of all turns, and those of none: warnings come before the first turn. */
  readonly items: readonly ThreadItem[];
  /** The assistant's last text in the thread. Empty if there is none. */
  readonly finalResponse: string;
  /** Usage of the thread, as far as its events tell. */
  readonly usage: CountedUsage | undefined;
  /** Errors that did not end a turn, such as reconnect notices. */
  readonly errors: readonly ThreadErrorEvent[];
  /** The number of events of a kind unknown to this version. */
  readonly unknownEvents: number;
}

type Turn = { -readonly [Key in keyof Omit<ThreadTurn, 'items'>]: ThreadTurn[Key] } & { items: ThreadItem[] };

/**
 * Builds turns and items from events, as the SDK's `run()` does for one turn.
 *
 * @example
 * import { createThread, readThreadEvents } from 'threadline';
 *
 * const thread = createThread();
 * for await (const event of readThreadEvents(process.stdin)) thread.push(event);
 * console.log(thread.id, thread.turns.length, thread.finalResponse, thread.usage?.output_tokens);
 */
export function createThread(): Thread {
  let id: string | undefined;
  const turns: Turn[] = [];
  const list = createItemList();
  const sum = createUsageSum();
  const errors: ThreadErrorEvent[] = [];
  let unknownEvents = 0;
  /** The turn of events that name none. */
  let current: Turn | undefined;
  /** The last turn of each id. Ids begin anew with every process. */
  let turnsById = new Map<string, Turn>();

  function openTurn(turnId: string | undefined): Turn {
    const turn = createTurn(turnId);
    turns.push(turn);
    if (turnId !== undefined) turnsById.set(turnId, turn);
    return turn;
  }

  /** A turn whose start was not seen begins with its first event. */
  function turnOf(event: ThreadEvent): Turn | undefined {
    return event.turn_id === undefined ? current : (turnsById.get(event.turn_id) ?? openTurn(event.turn_id));
  }

  function startThread(threadId: string, turnId: string | undefined): void {
    if (threadId !== '') id = threadId;
    // A header inside a turn only adds facts about the thread.
    if (turnId !== undefined) return;
    current = undefined;
    turnsById = new Map();
    list.closeAll();
  }

  function startTurn(turnId: string | undefined): void {
    const known = turnId === undefined ? undefined : turnsById.get(turnId);
    current = known?.status === 'open' ? known : openTurn(turnId);
  }

  function endTurn(event: TurnEndEvent, status: Turn['status']): Turn {
    const turn = turnOf(event) ?? openTurn(undefined);
    turn.status = status;
    turn.usage = event.type === 'turn.aborted' ? undefined : event.usage;
    turn.turnUsage = event.turn_usage;
    if (turn === current) current = undefined;
    return turn;
  }

  function completeTurn(event: TurnCompletedEvent): void {
    const turn = endTurn(event, 'completed');
    if (turn.finalResponse === '' && event.last_agent_message) {
      turn.finalResponse = event.last_agent_message;
      list.finalResponse = event.last_agent_message;
    }
  }

  function withdraw(turnIds: readonly string[]): void {
    for (const turnId of turnIds) {
      const turn = turnsById.get(turnId);
      if (turn) turn.isWithdrawn = true;
    }
    list.finalResponse = turns.findLast((turn) => !turn.isWithdrawn && turn.finalResponse !== '')?.finalResponse ?? '';
  }

  function push(event: ThreadEvent): void {
    if (typeof event?.type !== 'string') throw new TypeError('push takes a thread event');
    sum.push(event);
    if (event.parent_item_id !== undefined) return;
    const item = eventItem(event);
    if (item) list.put(item, turnOf(event), event.type === 'item.completed' || event.type === 'item.failed');
    else if (event.type === 'item.delta') list.append(event, turnOf(event));
    else if (event.type === 'thread.started') startThread(event.thread_id, event.turn_id);
    else if (event.type === 'turn.started') startTurn(event.turn_id);
    else if (event.type === 'turn.completed') completeTurn(event);
    else if (event.type === 'turn.failed') endTurn(event, 'failed').error = event.error;
    else if (event.type === 'turn.aborted') endTurn(event, 'aborted').reason = event.reason;
    else if (event.type === 'turn.withdrawn') withdraw(event.turn_ids);
    else if (event.type === 'error') errors.push(event);
    else if (event.type === 'unknown') unknownEvents += 1;
  }

  return {
    push,
    turns,
    items: list.items,
    errors,
    get id() {
      return id;
    },
    get finalResponse() {
      return list.finalResponse;
    },
    get usage() {
      return sum.usage;
    },
    get unknownEvents() {
      return unknownEvents;
    },
  };
}

function createTurn(id: string | undefined): Turn {
  return {
    id,
    status: 'open',
    isWithdrawn: false,
    items: [],
    finalResponse: '',
    usage: undefined,
    turnUsage: undefined,
    error: undefined,
    reason: undefined,
  };
}

import * as coreLimits from '../../../limits/core.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { addUsage, usageBetween } from '../../thread/running-usage.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { forgetOldest } from '../forget-oldest.ts';

/** What is known of a message. */
export interface KnownMessage {
  isUser: boolean;
  /** The message is a summary of what was before it. */
  isSummary: boolean;
  /** The requests that were seen of it: one, but several in old versions. */
  steps: number;
  model?: string | undefined;
  /** When it began. Files of the tree have no other time for some of its parts. */
  at?: string | undefined;
  /** The message of the person that it answers. */
  parent?: string | undefined;
}

/** What is known of a session: its messages, its turn, what it used. */
export interface ThreadState {
  readonly id: string;
  isStarted: boolean;
  readonly messages: Map<string, KnownMessage>;
  /** The parts that were told, and whether they are done. */
  readonly parts: Map<string, { type: string; isDone: boolean }>;
  /** The turn of what comes next. Some of it may come after its end. */
  turn: { id: string; isOpen: boolean; refused?: string | undefined } | undefined;
  turns: number;
  total: CountedUsage;
  atBeginning: CountedUsage;
  cwd?: string | undefined;
}

export function createThreadState(id: string): ThreadState {
  const total = addUsage();
  const [messages, parts] = [new Map(), new Map()];
  return { id, isStarted: false, messages, parts, turn: undefined, turns: 0, total, atBeginning: total };
}

/** The message with this id, known from now on. */
export function messageOf(state: ThreadState, id: string): KnownMessage {
  const known = state.messages.get(id);
  if (known) return known;
  const message: KnownMessage = { isUser: false, isSummary: false, steps: 0 };
  state.messages.set(id, message);
  forgetOldest(state.messages, coreLimits.maxRememberedResponses);
  return message;
}

/** Notes that a part was told. True if it was known to be done. */
export function notePart(state: ThreadState, id: string, type: string, isDone: boolean): boolean {
  const wasDone = state.parts.get(id)?.isDone === true;
  state.parts.delete(id);
  state.parts.set(id, { type, isDone: isDone || wasDone });
  forgetOldest(state.parts, coreLimits.maxEndedItems);
  return wasDone;
}

/** Begins a turn. One that is open was given up: nothing told its end. */
export function beginTurn(state: ThreadState, id?: string): ThreadEvent[] {
  const ended = giveUpTurn(state);
  state.turns += 1;
  const turn_id = id ?? `synthetic-turn-${state.turns}`;
  state.turn = { id: turn_id, isOpen: true };
  state.atBeginning = state.total;
  return [...ended, { type: 'turn.started', turn_id }];
}

/** Ends an open turn whose end nothing told. */
function giveUpTurn(state: ThreadState): ThreadEvent[] {
  return state.turn?.isOpen ? [...refusedTurn(state), ...abortTurn(state, 'interrupted', true)] : [];
}

/** A run stops after a call that was refused, and tells no more. */
export function refusedTurn(state: ThreadState): ThreadEvent[] {
  const { turn } = state;
  if (!turn?.isOpen || turn.refused === undefined) return [];
  return failTurn(state, { message: turn.refused, code: 'permission_rejected' });
}

export function completeTurn(state: ThreadState): ThreadEvent[] {
  const turn_id = closed(state);
  return turn_id === undefined ? [] : [{ type: 'turn.completed', turn_id, ...used(state) }];
}

export function failTurn(state: ThreadState, error: { message?: string; code?: string }): ThreadEvent[] {
  const turn_id = closed(state);
  return turn_id === undefined ? [] : [{ type: 'turn.failed', turn_id, error, ...used(state) }];
}

export function abortTurn(state: ThreadState, reason: string, isInferred = false): ThreadEvent[] {
  const turn_id = closed(state);
  if (turn_id === undefined) return [];
  const { turn_usage } = used(state);
  const event: ThreadEvent = { type: 'turn.aborted', turn_id, reason };
  if (turn_usage) event.turn_usage = turn_usage;
  if (isInferred) event.inferred = true;
  return [event];
}

function closed({ turn }: ThreadState): string | undefined {
  if (!turn?.isOpen) return undefined;
  turn.isOpen = false;
  return turn.id;
}

function used({ total, atBeginning }: ThreadState): { usage?: CountedUsage; turn_usage?: CountedUsage } {
  return total === atBeginning ? {} : { usage: total, turn_usage: usageBetween(atBeginning, total) };
}

import * as coreLimits from '../../limits/core.ts';
import type { JsonObject } from '../lines/json.ts';
import type { AgentName, ThreadEvent, ThreadStartedEvent } from '../thread/event.ts';
import { addInferred, ID } from '../thread/inferred.ts';
import type { ThreadItem } from '../thread/item.ts';
import type { CountedUsage, Extra } from '../thread/usage.ts';
import { type DescribedTools, describedItem } from './described-tools.ts';
import { forgetOldest } from './forget-oldest.ts';
import { placeInTurn } from './place-in-turn.ts';
import { createRequestUsage } from './request-usage.ts';
import { withDefined } from './with-defined.ts';

/** A part of a record, in words that all agents have in common which are known by description alone. */
export type Piece =
  | {
      is: 'prompt';
      text: string;
      id?: string | undefined;
      injected?: boolean | undefined;
      images?: string[] | undefined;
    }
  | { is: 'answer' | 'thought'; text: string; id?: string | undefined }
  | { is: 'summary'; text: string; id?: string | undefined }
  | { is: 'call'; id?: string | undefined; name: string; input: unknown }
  | { is: 'result'; id?: string | undefined; output: string; isError: boolean; isDeclined?: boolean; exitCode?: number }
  | { is: 'end'; how: 'completed' | 'failed' | 'aborted'; message?: string | undefined }
  | { is: 'usage'; usage: CountedUsage; given: unknown }
  | { is: 'context'; kind: string; data: JsonObject; text?: string | undefined };

/** Where a record stands. */
export interface Place {
  line: number;
  time?: string | undefined;
  /** The request that the record is of. */
  request?: string | undefined;
  /** Fields of the record that nobody reads. */
  extra?: Extra | undefined;
}

/** The events of a thread: turns are what follows a prompt, and end with the next one unless something says so. */
export interface DescribedThread {
  /** Begins the thread, or tells more of it. */
  start(facts: Omit<ThreadStartedEvent, 'type' | 'agent'>, place: Place): ThreadEvent[];
  take(pieces: readonly Piece[], place: Place): ThreadEvent[];
  end(): ThreadEvent[];
  readonly hasStarted: boolean;
  /** The number of calls that wait for a result. */
  readonly openCalls: number;
}

interface OpenCall {
  id: string;
  name: string;
  input: unknown;
  isNamed: boolean;
}

export function createDescribedThread(agent: AgentName, tools: DescribedTools): DescribedThread {
  const usage = createRequestUsage();
  const calls = new Map<string, OpenCall>();
  let threadId: string | undefined;
  let turnId: string | undefined;
  let turns = 0;
  let isStarted = false;
  let last: Place = { line: 0 };

  function placed<Event extends ThreadEvent>(event: Event, { line, time, request }: Place): Event {
    placeInTurn(event, { line, time, threadId, turnId });
    if (request !== undefined && 'item' in event) event.request_id = request;
    return event;
  }

  function endTurn(place: Place, end?: Extract<Piece, { is: 'end' }>): ThreadEvent[] {
    if (turnId === undefined) return [];
    const ended = placed(usage.endTurn(endEvent(end)), place);
    turnId = undefined;
    return [ended];
  }

  function startTurn(place: Place): ThreadEvent[] {
    const ended = endTurn(last);
    turns += 1;
    turnId = `synthetic-turn-${turns}`;
    usage.leaveTurn();
    return [...ended, placed({ type: 'turn.started' }, place)];
  }

  function said(item: ThreadItem, id: string | undefined, place: Place): ThreadEvent {
    if (id === undefined) addInferred(item, ID);
    return placed({ type: 'item.completed', item }, place);
  }

  function answered(piece: Extract<Piece, { is: 'result' }>, place: Place, own: string): ThreadEvent {
    const call = callOf(piece.id) ?? {
      id: piece.id ?? own,
      name: '',
      input: undefined,
      isNamed: piece.id !== undefined,
    };
    calls.delete(call.id);
    const { output, exitCode } = piece;
    const status = piece.isDeclined ? 'declined' : piece.isError ? 'failed' : 'completed';
    const item = describedItem({ ...call, status, output }, tools, exitCode);
    if (!call.isNamed) addInferred(item, ID);
    return placed({ type: 'item.completed', item }, place);
  }

  /** A result without an id is of the oldest call without one: agents answer calls in their order. */
  function callOf(id: string | undefined): OpenCall | undefined {
    if (id !== undefined) return calls.get(id);
    for (const call of calls.values()) if (!call.isNamed) return call;
    return undefined;
  }

  function asked(piece: Extract<Piece, { is: 'call' }>, place: Place, own: string): ThreadEvent {
    const call = { id: piece.id ?? own, name: piece.name, input: piece.input, isNamed: piece.id !== undefined };
    calls.set(call.id, call);
    forgetOldest(calls, coreLimits.maxOpenCalls);
    const item = describedItem({ ...call, status: 'in_progress' }, tools);
    if (!call.isNamed) addInferred(item, ID);
    return placed({ type: 'item.started', item }, place);
  }

  function eventsOf(piece: Piece, place: Place, own: string): ThreadEvent[] {
    switch (piece.is) {
      case 'prompt': {
        const { text, id, injected, images } = piece;
        const item: ThreadItem = { id: id ?? own, type: 'user_message', text };
        withDefined(item, { injected: injected || undefined, images: images?.length ? images : undefined });
        return [...(injected ? [] : startTurn(place)), said(item, id, place)];
      }
      case 'answer':
      case 'thought': {
        const type = piece.is === 'answer' ? 'agent_message' : 'reasoning';
        return [said({ id: piece.id ?? own, type, text: piece.text }, piece.id, place)];
      }
      case 'summary':
        return [said({ id: piece.id ?? own, type: 'compaction', summary: piece.text }, piece.id, place)];
      case 'call':
        return [asked(piece, place, own)];
      case 'result':
        return [answered(piece, place, own)];
      case 'end':
        return endTurn(place, piece);
      case 'usage': {
        const counted = usage.add(piece.usage, piece.given);
        if (place.request !== undefined) counted.request_id = place.request;
        return [placed(counted, place)];
      }
      case 'context': {
        const event: ThreadEvent = { type: 'context', kind: piece.kind, data: piece.data };
        return [placed(withDefined(event, { text: piece.text }), place)];
      }
    }
  }

  return {
    start(facts, place) {
      const ended = endTurn(last);
      isStarted = true;
      const begun: ThreadStartedEvent = { type: 'thread.started', agent, ...facts };
      threadId = facts.thread_id === '' ? undefined : facts.thread_id;
      if (threadId === undefined) addInferred(begun, ['thread_id']);
      last = place;
      return [...ended, placed(begun, place)];
    },
    take(pieces, place) {
      const now = { ...place, time: place.time ?? last.time };
      const events = pieces.flatMap((piece, index) => eventsOf(piece, now, `L${place.line}.${index + 1}`));
      const first = events.find(({ type }) => !type.startsWith('turn.')) ?? events[0];
      if (first && place.extra) first.extra = { ...first.extra, ...place.extra };
      last = now;
      return events;
    },
    end: () => endTurn(last),
    get openCalls() {
      return calls.size;
    },
    get hasStarted() {
      return isStarted;
    },
  };
}

function endEvent(end: Extract<Piece, { is: 'end' }> | undefined) {
  if (!end) return { type: 'turn.completed' as const, inferred: true as const };
  if (end.how === 'failed')
    return { type: 'turn.failed' as const, error: { message: end.message ?? 'the turn failed' } };
  if (end.how === 'aborted') return { type: 'turn.aborted' as const, reason: end.message ?? 'interrupted' };
  return { type: 'turn.completed' as const };
}

import type { ThreadEvent } from '../thread/event.ts';
import { addInferred, inferredIds } from '../thread/inferred.ts';

/** Where an event stands. Wires of stores know thread and turn from the records before, if at all. */
export interface PlaceInTurn {
  line: number;
  time: string | undefined;
  threadId: string | undefined;
  turnId: string | undefined;
}

/** Gives an event its line, time, thread and turn, and marks the ids as inferred. The head of a thread is in no turn. */
export function placeInTurn<Event extends ThreadEvent>(event: Event, place: PlaceInTurn): Event {
  const { line, time, threadId, turnId } = place;
  const isHead = event.type === 'thread.started';
  event.line = line;
  if (time !== undefined && event.timestamp === undefined) event.timestamp = time;
  const ids = inferredIds(threadId === undefined || isHead, turnId === undefined || isHead);
  if (ids) addInferred(event, ids);
  if (threadId !== undefined) event.thread_id = threadId;
  if (turnId !== undefined && !isHead) event.turn_id = turnId;
  return event;
}

import type { ThreadEvent } from '../../thread/event.ts';
import { placeInTurn } from '../place-in-turn.ts';

/** Where events of Cline stand: their line and time, their thread, and their turn, which Cline does not name. */
export interface ClinePlace {
  line: number;
  time: string | undefined;
  threadId: string | undefined;
  /** The request that items belong to from now on. */
  request: string | undefined;
  /** Puts an event in its place. */
  placed<Event extends ThreadEvent>(event: Event): Event;
  /** Begins a turn, which ends the one before: only the next prompt marks that. */
  startTurn(mode: string | undefined, model?: string): ThreadEvent[];
  /** Ends the turn by this event. Nothing if none is open. */
  endTurn(event?: ThreadEvent): ThreadEvent[];
  /** True while a turn is open. */
  hasTurn(): boolean;
}

export function createClinePlace(): ClinePlace {
  let turnId: string | undefined;
  let turns = 0;
  const place: ClinePlace = {
    line: 0,
    time: undefined,
    threadId: undefined,
    request: undefined,
    placed,
    endTurn,
    startTurn(mode, model) {
      const ended = endTurn();
      turns += 1;
      turnId = `synthetic-turn-${turns}`;
      place.request = undefined;
      const begun: ThreadEvent = { type: 'turn.started' };
      if (model !== undefined) begun.model = model;
      if (mode === 'plan') begun.collaboration_mode_kind = 'plan';
      return [...ended, placed(begun)];
    },
    hasTurn: () => turnId !== undefined,
  };
  return place;

  function placed<Event extends ThreadEvent>(event: Event): Event {
    const { line, time, threadId, request } = place;
    placeInTurn(event, { line, time, threadId, turnId });
    if (request !== undefined && event.type.startsWith('item.')) event.request_id = request;
    return event;
  }

  function endTurn(event: ThreadEvent = { type: 'turn.completed', inferred: true }): ThreadEvent[] {
    if (turnId === undefined) return [];
    const ended = placed(event);
    turnId = undefined;
    return [ended];
  }
}

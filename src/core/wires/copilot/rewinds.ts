import * as coreLimits from '../../../limits/core.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { forgetOldest } from '../forget-oldest.ts';

/** Knows which prompts began which turns, to tell what a rewind takes back. */
export interface Rewinds {
  prompt(eventId: string | undefined, turnId: string | undefined): void;
  /** The turns that `session.snapshot_rewind` takes back, as an event. Nothing if none of them is known. */
  read(data: JsonObject): ThreadEvent[];
}

export function createRewinds(): Rewinds {
  /** Turns by the line of their prompt, oldest first. */
  const turns = new Map<string, string>();
  return {
    prompt(eventId, turnId) {
      if (eventId === undefined || turnId === undefined) return;
      turns.set(eventId, turnId);
      forgetOldest(turns, coreLimits.maxRememberedTurns);
    },
    read({ upToEventId, eventIds }) {
      // Without a list, the line and every one after it is gone.
      const gone: ReadonlySet<unknown> | undefined = Array.isArray(eventIds) ? new Set<unknown>(eventIds) : undefined;
      const turn_ids: string[] = [];
      let isAfter = false;
      for (const [eventId, turnId] of turns) {
        isAfter ||= eventId === upToEventId;
        if (!isAfter || (gone && !gone.has(eventId))) continue;
        turn_ids.push(turnId);
        turns.delete(eventId);
      }
      return turn_ids.length > 0 ? [{ type: 'turn.withdrawn', turn_ids }] : [];
    },
  };
}

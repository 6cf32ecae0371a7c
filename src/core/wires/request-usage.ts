import type { TokenCountEvent, TurnEndEvent } from '../thread/event.ts';
import { addInferred, USAGE } from '../thread/inferred.ts';
import { addUsage, sumUsage } from '../thread/running-usage.ts';
import type { CountedUsage } from '../thread/usage.ts';
import { inferCounts } from './inferred.ts';

/** Sums up what single requests used, for agents that tell no totals. */
export interface RequestUsage {
  /** The count of a request. `given` is the wire's own object. */
  add(usage: CountedUsage, given: unknown): TokenCountEvent;
  /** Gives the end of a turn what was used since the last one. */
  endTurn<End extends TurnEndEvent>(event: End): End;
  /** Forgets what was used in a turn that has no end. The total keeps it. */
  leaveTurn(): void;
}

export function createRequestUsage(): RequestUsage {
  let total = addUsage();
  let used: CountedUsage | undefined;
  return {
    add(usage, given) {
      total = sumUsage(total, usage);
      used = used ? sumUsage(used, usage) : usage;
      const event: TokenCountEvent = { type: 'token_count', ...total, last: usage };
      inferCounts(event, '', total, undefined);
      inferCounts(event, 'last', usage, given);
      return event;
    },
    endTurn(event) {
      if (!used) return event;
      event.turn_usage = used;
      used = undefined;
      if (event.type !== 'turn.aborted') {
        event.usage = total;
        addInferred<TurnEndEvent>(event, USAGE);
      }
      return event;
    },
    leaveTurn() {
      used = undefined;
    },
  };
}

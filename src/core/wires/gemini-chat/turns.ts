import type { ThreadEvent } from '../../thread/event.ts';
import { addUsage } from '../../thread/running-usage.ts';
import type { CountedUsage } from '../../thread/usage.ts';

/** The turns of a chat, which marks only their beginnings, and their usage. */
export interface Turns {
  /** The current turn. */
  current(): string | undefined;
  /** Ends the current turn and begins another, which was handed over or is new. */
  begin(isInherited: boolean): { ended: ThreadEvent[]; id: string };
  /** Ends the current turn, because of what follows it. */
  end(): ThreadEvent[];
  /** Takes the usage of one request and returns the new total. `before` is what was counted for it so far. */
  count(usage: CountedUsage, before: CountedUsage | undefined): CountedUsage;
}

export function createTurns(): Turns {
  let number = 0;
  let current: string | undefined;
  let total = addUsage();
  let atBeginning = total;
  let isInherited = false;

  function end(): ThreadEvent[] {
    if (current === undefined) return [];
    const turn_id = current;
    current = undefined;
    const event: ThreadEvent = { type: 'turn.completed', turn_id, inferred: true };
    if (isInherited) event.inherited = true;
    if (total !== atBeginning) {
      event.usage = total;
      event.turn_usage = difference(total, atBeginning);
    }
    return [event];
  }

  return {
    current: () => current,
    begin(inherited) {
      const ended = end();
      isInherited = inherited;
      number += 1;
      current = `synthetic-turn-${number}`;
      atBeginning = total;
      return { ended, id: current };
    },
    end,
    count(usage, before) {
      total = addUsage(total, before ? difference(usage, before) : usage);
      return total;
    },
  };
}

function difference(more: CountedUsage, less: CountedUsage): CountedUsage {
  return {
    input_tokens: more.input_tokens - less.input_tokens,
    cached_input_tokens: more.cached_input_tokens - less.cached_input_tokens,
    output_tokens: more.output_tokens - less.output_tokens,
    reasoning_output_tokens: more.reasoning_output_tokens - less.reasoning_output_tokens,
    total_tokens: (more.total_tokens ?? 0) - (less.total_tokens ?? 0),
  };
}

import type { TokenCountEvent, TurnEndEvent } from '../../thread/event.ts';
import { createRunningUsage, sumUsage } from '../../thread/running-usage.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import type { AgentStep } from './step.ts';

/** Gives each step what its request used, and keeps what belongs to none. */
export interface StepUsage {
  /** The count of a request, and its step. */
  count(event: TokenCountEvent, step: AgentStep): void;
  /** Ends a turn: its usage goes to its only step if nothing was counted. */
  endTurn(event: TurnEndEvent, steps: readonly AgentStep[]): void;
  readonly uncounted: CountedUsage | undefined;
}

export function createStepUsage(): StepUsage {
  const totals = createRunningUsage();
  let uncounted: CountedUsage | undefined;
  return {
    count(event, step) {
      const grown = totals.next(event);
      const used = event.last ?? grown;
      if (!used || event.no_total) return;
      // A request may be counted again while it is answered. Without its id, each count that grew is another request.
      if (step.requestId !== undefined || !step.usage) step.usage = used;
      else if (!grown || grown.input_tokens + grown.output_tokens > 0) step.usage = sumUsage(step.usage, used);
    },
    endTurn({ turn_usage: used }, steps) {
      if (!used || steps.some(({ usage }) => usage)) return;
      const [only, ...others] = steps;
      if (only && others.length === 0) only.usage = used;
      else if (used.input_tokens + used.output_tokens > 0) uncounted = uncounted ? sumUsage(uncounted, used) : used;
    },
    get uncounted() {
      return uncounted;
    },
  };
}

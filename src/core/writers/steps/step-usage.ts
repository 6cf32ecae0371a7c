import type { TokenCountEvent, TurnEndEvent } from '../../thread/event.ts';
import { addUsage, createRunningUsage, sumUsage, usageBetween } from '../../thread/running-usage.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import type { AgentStep, UncountedUsage } from './step.ts';

/** Gives each step what its request used, and keeps what belongs to none. */
export interface StepUsage {
  /** The count of a request, and its step. */
  count(event: TokenCountEvent, step: AgentStep): void;
  /** The usage that stands beside an item. While an answer is written, its output is a placeholder. */
  told(used: CountedUsage, step: AgentStep): void;
  /** Ends a turn: its usage goes to its only step if nothing was counted. What no step has is kept. */
  endTurn(event: TurnEndEvent, steps: readonly AgentStep[], model: string | undefined): void;
  readonly uncounted: readonly UncountedUsage[];
}

export function createStepUsage(): StepUsage {
  const totals = createRunningUsage();
  const uncounted: UncountedUsage[] = [];
  return {
    count(event, step) {
      const grown = totals.next(event);
      const used = event.last ?? grown;
      if (!used || event.no_total) return;
      // A request may be counted again while it is answered. Without its id, each count that grew is another request.
      if (step.requestId !== undefined || !step.usage) step.usage = used;
      else if (!grown || grown.input_tokens + grown.output_tokens > 0) step.usage = sumUsage(step.usage, used);
    },
    told(used, step) {
      if (!step.usage || used.output_tokens > step.usage.output_tokens) step.usage = used;
    },
    endTurn({ turn_usage: used, timestamp }, steps, model) {
      if (!used) return;
      const [only, ...others] = steps;
      if (only && others.length === 0 && !only.usage) {
        only.usage = used;
        return;
      }
      const counted = addUsage(...steps.flatMap(({ usage }) => usage ?? []));
      const rest = usageBetween(counted, used);
      if (rest.input_tokens + rest.output_tokens > 0) uncounted.push({ usage: rest, model, timestamp });
    },
    uncounted,
  };
}

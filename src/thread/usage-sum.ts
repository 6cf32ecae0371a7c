import type { TokenCountEvent } from './event.ts';
import { addUsage, createRunningUsage } from './running-usage.ts';
import type { Usage } from './usage.ts';

/** What a thread used. Undefined as long as nothing told it. */
export interface UsageSum {
  /** Takes a running total: what is new in it counts. */
  addTotal(total: Usage): void;
  /** Takes a token count: its total, or what the last request used where it has none. */
  addCount(count: TokenCountEvent): void;
  readonly usage: Usage | undefined;
}

export function createUsageSum(): UsageSum {
  const zero = addUsage();
  let running = createRunningUsage(zero);
  let usage: Usage | undefined;

  function addTotal(total: Usage): void {
    usage = addUsage(usage ?? zero, running.next(total) ?? zero);
  }

  return {
    addTotal,
    addCount(count) {
      if (!count.no_total) return addTotal(count);
      // The total that follows is of another count, which begins at nothing.
      running = createRunningUsage(zero);
      if (count.last) usage = addUsage(usage ?? zero, count.last);
    },
    get usage() {
      return usage;
    },
  };
}

import type { TokenCountEvent } from './event.ts';
import { addUsage, createRunningUsage } from './running-usage.ts';
import type { Usage } from './usage.ts';

/** What a thread used. Undefined as long as nothing told it. */
export interface UsageSum {
  /** Takes a running total: what is new in it counts, unless it was inherited. */
  addTotal(total: Usage, inherited?: boolean): void;
  /** Takes a token count: its total, or what the last request used where it has none. */
  addCount(count: TokenCountEvent): void;
  /** The thread goes on from another one: its total holds what that used. */
  continueOther(): void;
  readonly usage: Usage | undefined;
}

export function createUsageSum(): UsageSum {
  const zero = addUsage();
  let running = createRunningUsage(zero);
  let usage: Usage | undefined;
  let isContinued = false;
  let isTold = false;

  function addTotal(total: Usage, inherited = false, first?: Usage): void {
    isTold = true;
    const used = running.next(total) ?? first;
    if (!inherited) usage = addUsage(usage ?? zero, used ?? zero);
  }

  return {
    addTotal,
    addCount(count) {
      if (!count.no_total) {
        addTotal(count, count.inherited, isContinued ? count.last : undefined);
        isContinued = false;
        return;
      }
      // The total that follows is of another count, which begins at nothing.
      running = createRunningUsage(zero);
      if (count.last) usage = addUsage(usage ?? zero, count.last);
    },
    continueOther() {
      // Where its history was read, that told it.
      if (isTold) return;
      running = createRunningUsage();
      isContinued = true;
    },
    get usage() {
      return usage;
    },
  };
}

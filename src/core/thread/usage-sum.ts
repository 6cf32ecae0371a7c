import * as coreLimits from '../../limits/core.ts';
import type { ThreadEvent, ThreadStartedEvent, TokenCountEvent, TurnEndEvent } from './event.ts';
import { addUsage, createRunningUsage, sumUsage } from './running-usage.ts';
import type { CountedUsage, Usage } from './usage.ts';

/** Usage of a thread. Undefined until an event tells it. */
export interface UsageSum {
  /** Takes any event. Most add nothing. */
  push(event: ThreadEvent): void;
  readonly usage: CountedUsage | undefined;
}

/** Usage of a thread and its sub-agents. Each is counted separately, and once. */
export function createUsageSum(): UsageSum {
  const own = createCounter();
  const agents = new Map<string, UsageSum>();
  /** Usage of agents that are no longer told apart. */
  let others: CountedUsage | undefined;

  function agentOf(parentItem: string): UsageSum {
    const known = agents.get(parentItem);
    if (known) return known;
    if (agents.size >= coreLimits.maxAgents) {
      others = sumOf();
      agents.clear();
    }
    const created = createCounter();
    agents.set(parentItem, created);
    return created;
  }

  function sumOf(): CountedUsage | undefined {
    let sum = others;
    for (const { usage } of agents.values()) sum = bothOf(sum, usage);
    return sum;
  }

  return {
    push(event) {
      const counter = event.parent_item_id === undefined ? own : agentOf(event.parent_item_id);
      counter.push(event);
    },
    get usage() {
      return bothOf(own.usage, sumOf());
    },
  };
}

/**
 * Agents report usage in three ways: a running total, the usage of a turn, or that of one request. At the end of a turn
 * the total is the most reliable, because it includes sub-agents and other models. The usage of the turn counts if
 * there is no total; if the total has not changed, because a new process counts anew; and if the total is the first of
 * a fork, which continues the count of the thread it was made from.
 */
function createCounter(): UsageSum {
  const zero = addUsage();
  /** The last total, and the last one at the end of a turn. */
  let total: Usage = zero;
  let endTotal: Usage = zero;
  /** The thread continues another one whose totals were not read. The first total includes that one's usage. */
  let isContinued = false;
  /** The same, until the end of the first turn. */
  let isOfOther = false;
  /** Usage of ended turns, and usage counted since. */
  let ended: CountedUsage | undefined;
  let open: CountedUsage | undefined;

  /** Usage up to a total. Undefined if the total says nothing. */
  function usedUpTo(next: Usage, before: Usage): CountedUsage | undefined {
    const used = createRunningUsage(before).next(next);
    if (used) total = next;
    return used;
  }

  /** The history given to a fork was used by another thread. The fork's own totals may continue from it. */
  function passOver(event: ThreadEvent): void {
    if (event.type === 'token_count' && !event.no_total) usedUpTo(event, total);
    else if (event.type === 'turn.completed' && event.usage) usedUpTo(event.usage, total);
    endTotal = total;
  }

  function startThread(event: ThreadStartedEvent): void {
    if (total !== zero || !(event.history_base || event.forked_from_id)) return;
    isContinued = true;
    isOfOther = true;
  }

  function addCount(count: TokenCountEvent): void {
    if (!count.no_total) {
      const used = usedUpTo(count, total);
      open = bothOf(open, (isContinued && used ? count.last : used) ?? zero);
      if (used) isContinued = false;
      return;
    }
    // The next total belongs to another count, which begins at zero.
    ended = bothOf(ended, open);
    open = count.last;
    total = zero;
    endTotal = zero;
  }

  function endTurn(event: TurnEndEvent): void {
    const told = event.type === 'turn.aborted' ? undefined : event.usage;
    const growth = told && usedUpTo(told, endTotal);
    const isAnew = told !== undefined && isSame(told, event.turn_usage);
    const used = isAnew || isOfOther ? event.turn_usage : (growth ?? event.turn_usage);
    ended = bothOf(ended, used ?? open ?? (told && zero));
    endTotal = total;
    isContinued = false;
    isOfOther = false;
    open = undefined;
  }

  return {
    push(event) {
      if (event.inherited) passOver(event);
      else if (event.type === 'thread.started') startThread(event);
      else if (event.type === 'token_count') addCount(event);
      else if (event.type === 'turn.completed' || event.type === 'turn.failed' || event.type === 'turn.aborted') {
        endTurn(event);
      }
    },
    get usage() {
      return bothOf(ended, open);
    },
  };
}

function isSame(left: Usage, right: Usage | undefined): boolean {
  return left.input_tokens === right?.input_tokens && left.output_tokens === right.output_tokens;
}

function bothOf(left: CountedUsage | undefined, right: CountedUsage | undefined): CountedUsage | undefined {
  return left && right ? sumUsage(left, right) : (left ?? (right && addUsage(right)));
}

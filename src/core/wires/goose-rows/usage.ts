import type { TokenCountEvent } from '../../thread/event.ts';
import { addUsage } from '../../thread/running-usage.ts';
import type { CountedUsage } from '../../thread/usage.ts';

/**
 * Counts each request once. A request stands in the ledger and, if it was answered, in the metadata of its message; the
 * two come in any order. A database without a ledger has only the session's sum.
 */
export interface GooseUsage {
  /** Takes the counts of a request, from one of its two places. Undefined if the other one told them before. */
  add(usage: CountedUsage, from: 'message' | 'ledger'): TokenCountEvent | undefined;
  /** Takes the counts of a request that only one of the two places tells. */
  alone(usage: CountedUsage): TokenCountEvent;
  /** Takes the sum of the session. Undefined if it tells nothing new. */
  sum(usage: CountedUsage): TokenCountEvent | undefined;
  readonly total: CountedUsage | undefined;
}

export function createGooseUsage(): GooseUsage {
  /** Requests told by one place and not yet by the other, by their counts. */
  const open = { message: new Map<string, number>(), ledger: new Map<string, number>() };
  let total: CountedUsage | undefined;

  function alone(usage: CountedUsage): TokenCountEvent {
    total = addUsage(...(total ? [total] : []), usage);
    return { type: 'token_count', ...total, last: usage };
  }

  return {
    alone,
    add(usage, from) {
      const key = keyOf(usage);
      const other = open[from === 'ledger' ? 'message' : 'ledger'];
      const told = other.get(key) ?? 0;
      if (told > 0) {
        if (told === 1) other.delete(key);
        else other.set(key, told - 1);
        return undefined;
      }
      open[from].set(key, (open[from].get(key) ?? 0) + 1);
      return alone(usage);
    },
    sum(usage) {
      if (total || (usage.input_tokens === 0 && usage.output_tokens === 0)) return undefined;
      total = usage;
      return { type: 'token_count', ...usage };
    },
    get total() {
      return total;
    },
  };
}

function keyOf({ input_tokens, output_tokens, cached_input_tokens, total_tokens }: CountedUsage): string {
  return [input_tokens, output_tokens, cached_input_tokens, total_tokens].join(' ');
}

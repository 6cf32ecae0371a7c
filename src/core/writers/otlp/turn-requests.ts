import type { TokenCountEvent } from '../../thread/event.ts';
import type { Usage } from '../../thread/usage.ts';

/** A request to the model, as far as the counts of a thread separate them. */
export interface TurnRequest {
  usage: Usage;
  /** The times of the question and of its count, in milliseconds since 1970. Undefined if unknown. */
  from: number | undefined;
  at: number | undefined;
}

const COUNTS = [
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'reasoning_output_tokens',
  'cache_write_input_tokens',
] as const;

/**
 * The requests of a turn. Threads report them by running totals, some with the usage of the last one; totals may repeat
 * and begin anew. The usage of the whole turn is known better: if the two disagree, it is one request.
 */
export function createTurnRequests() {
  let total: Usage | undefined;
  let requests: TurnRequest[] = [];
  return {
    add(event: TokenCountEvent, from: number | undefined, at: number | undefined): void {
      if (event.no_total) return;
      const grown = difference(event, total);
      total = event;
      // A total that did not grow is a repetition.
      if (grown !== undefined) requests.push({ usage: event.last ?? grown, from, at });
    },
    /** Ends the turn, and returns its requests. */
    end(used: Usage | undefined, from: number | undefined, at: number | undefined): TurnRequest[] {
      const told = requests;
      requests = [];
      if (!used || (told.length > 0 && COUNTS.every((name) => sumOf(told, name) === (used[name] ?? 0)))) return told;
      return COUNTS.some((name) => (used[name] ?? 0) > 0) ? [{ usage: used, from, at }] : [];
    },
  };
}

/** The growth of a total: all of it if it begins anew, undefined if it is the same. */
function difference(now: Usage, before: Usage | undefined): Usage | undefined {
  const grown: Usage = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0, reasoning_output_tokens: 0 };
  let isSame = true;
  for (const name of COUNTS) {
    const more = (now[name] ?? 0) - (before?.[name] ?? 0);
    if (more < 0 && before) return difference(now, undefined);
    if (more > 0) isSame = false;
    grown[name] = more;
  }
  return isSame ? undefined : grown;
}

function sumOf(requests: readonly TurnRequest[], name: (typeof COUNTS)[number]): number {
  return requests.reduce((sum, { usage }) => sum + (usage[name] ?? 0), 0);
}

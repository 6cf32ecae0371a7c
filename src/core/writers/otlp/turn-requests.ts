import type { AgentVocabulary } from '../../messages/vocabularies/registry.ts';
import type { ThreadEvent, TokenCountEvent } from '../../thread/event.ts';
import type { CountedUsage, Usage } from '../../thread/usage.ts';
import { createSpokenMessages, type SpokenMessages, type SpokenOptions } from './spoken-messages.ts';

/** A request to the model, as far as a thread separates them. */
export interface TurnRequest {
  /** The thread's own name of the request. Absent if it does not tell requests apart. */
  id?: string | undefined;
  /** Absent if the thread does not say what the request used. */
  usage?: Usage | undefined;
  /** The usage is that of all requests of the turn. */
  isOfTurn?: boolean | undefined;
  /** The times of the question and of the answer's end, in milliseconds since 1970. Undefined if unknown. */
  from: number | undefined;
  at: number | undefined;
  /** What the model was told since the request before, and what it answered. Absent unless asked for. */
  spoken?: SpokenMessages | undefined;
}

const COUNTS = [
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'reasoning_output_tokens',
  'cache_write_input_tokens',
] as const;

/**
 * The requests of a turn: by their ids where the thread has them, else by its counts. Threads count by running totals,
 * some with the usage of the last request; totals may repeat and begin anew. The usage of the whole turn is known better:
 * if the two disagree, the turn's stands on its last request.
 */
export function createTurnRequests(options: SpokenOptions, toldBy?: AgentVocabulary['requestUsage']) {
  /** Requests that have begun, of all turns: the end of a call may come turns after its request. */
  const begun = new Set<string>();
  const spoken = createSpokenMessages(options);
  let total: Usage | undefined;
  let requests: TurnRequest[] = [];
  /** Those of this turn that have an id. */
  const byId = new Map<string, TurnRequest>();
  /** What their answers tell of themselves. */
  const told = new Map<string, CountedUsage>();

  /** Every line of an answer may tell its usage. While it is written, its output is a placeholder. */
  function tell(id: string, used: CountedUsage | undefined): void {
    if (used && used.output_tokens >= (told.get(id)?.output_tokens ?? 0)) told.set(id, used);
  }

  function counted(request: TurnRequest): TurnRequest {
    const { id, usage } = request;
    return usage || id === undefined ? request : { ...request, usage: told.get(id) };
  }

  function named(id: string, from: number | undefined): TurnRequest | undefined {
    const known = byId.get(id);
    if (known || begun.has(id)) return known;
    const request: TurnRequest = { id, from, at: undefined, spoken: spoken.next() };
    begun.add(id);
    byId.set(id, request);
    requests.push(request);
    return request;
  }

  return {
    /** Takes any event. `from` is the time at which the model was last asked. */
    see(event: ThreadEvent, from: number | undefined, at: number | undefined): void {
      // Another process may count its requests anew.
      if (event.type === 'thread.started') begun.clear();
      const request = event.request_id === undefined ? undefined : named(event.request_id, from);
      if (request?.id !== undefined && !isEndOfCall(event)) {
        request.at = at ?? request.at;
        tell(request.id, toldBy?.(event));
      }
      spoken.push(event);
    },
    add(event: TokenCountEvent, from: number | undefined, at: number | undefined): void {
      if (event.no_total) return;
      const grown = difference(event, total);
      total = event;
      // A total that did not grow is a repetition.
      if (grown === undefined) return;
      const usage = event.last ?? grown;
      const request = event.request_id === undefined ? undefined : byId.get(event.request_id);
      if (request) request.usage = request.usage ? sum(request.usage, usage) : usage;
      else requests.push({ usage, from, at, spoken: spoken.next(true) });
    },
    /** Ends the turn, and returns its requests. */
    end(used: Usage | undefined, from: number | undefined, at: number | undefined): TurnRequest[] {
      const all = requests.map(counted);
      requests = [];
      byId.clear();
      told.clear();
      if (!used || hasCounts(all, used)) return all;
      if (!COUNTS.some((name) => (used[name] ?? 0) > 0))
        return all.map((request) => ({ ...request, usage: undefined }));
      const last = all.findLast(({ id }) => id !== undefined);
      if (!last) return [{ usage: used, from, at, spoken: spoken.joined(all) }];
      return all
        .filter(({ id }) => id !== undefined)
        .map((request) => ({ ...request, usage: request === last ? used : undefined, isOfTurn: request === last }));
    },
    /** What was said since the last request. */
    rest: () => spoken.next(true),
  };
}

function isEndOfCall(event: ThreadEvent): boolean {
  return (event.type === 'item.completed' || event.type === 'item.failed') && 'status' in event.item;
}

function hasCounts(told: readonly TurnRequest[], used: Usage): boolean {
  return told.length > 0 && COUNTS.every((name) => sumOf(told, name) === (used[name] ?? 0));
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

function sum(one: Usage, other: Usage): Usage {
  const both: Usage = { ...one };
  for (const name of COUNTS) both[name] = (one[name] ?? 0) + (other[name] ?? 0);
  return both;
}

function sumOf(requests: readonly TurnRequest[], name: (typeof COUNTS)[number]): number {
  return requests.reduce((all, { usage }) => all + (usage?.[name] ?? 0), 0);
}

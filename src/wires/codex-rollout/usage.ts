import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent, TokenCountEvent, TurnCompletedEvent } from '../../thread/event.ts';
import { addUsage, createRunningUsage } from '../../thread/running-usage.ts';
import type { Usage } from '../../thread/usage.ts';
import { readUsage } from '../usage-fields.ts';
import { isCanonicalUsage } from './token-counts.ts';

/**
 * What a thread has used, folded from the events of its session file. Three ways to count have been written; which one
 * holds is told by the fields:
 * - `token_usage_record`: one for each response of the model; the sum over the ids of responses, of the own thread only;
 * - `token_count` without a field `rate_limits`: one for each response; the sum of `last`;
 * - other `token_count`s: a running total that may repeat and may begin anew; the sum of what it grew by.
 */
export interface SessionUsage {
  push(event: ThreadEvent): void;
  /** What the thread has used so far; undefined while the file said nothing. */
  total(): Usage | undefined;
  beginTurn(): void;
  /** Puts the running total, as the agent prints it, and the turn's own use on the end of a turn. */
  endTurn(event: TurnCompletedEvent): void;
}

/** A response that is recorded twice is so within a few lines. */
const REMEMBERED_RESPONSES = 1000;

export function createSessionUsage(): SessionUsage {
  let threadId: string | undefined;
  let byResponse: Usage | undefined;
  const responses = new Set<unknown>();
  let byCount: Usage | undefined;
  let growth = createRunningUsage(addUsage());
  let lastTotal: number | undefined;
  /** A process says `info: null` before its first total; 0.40 alone does not, so there the first count of a turn must tell. */
  let tellsStarts = false;
  let isFirstOfTurn = true;
  let running: TokenCountEvent | undefined;
  let before: Usage | undefined;

  function total(): Usage | undefined {
    return byResponse ?? byCount;
  }

  function addRecord(data: JsonObject): void {
    if (!isObject(data.usage)) return;
    const isOther = threadId !== undefined && typeof data.thread_id === 'string' && data.thread_id !== threadId;
    if (isOther || responses.has(data.response_id)) return;
    responses.add(data.response_id);
    if (responses.size > REMEMBERED_RESPONSES) responses.delete(responses.values().next().value);
    const usage = isCanonicalUsage(data.usage) ? data.usage : readUsage(data.usage, []);
    byResponse = byResponse ? sum(byResponse, usage) : addUsage(usage);
  }

  function beginCount(): void {
    growth = createRunningUsage(addUsage());
    lastTotal = undefined;
  }

  function addCount(event: TokenCountEvent): void {
    if (event.no_total) {
      tellsStarts = true;
      beginCount();
      return;
    }
    // A total that is all of one response's is the first of its process, be it higher than the last one of another.
    if (isFirstOfTurn && !tellsStarts && event.last?.total_tokens === event.total_tokens) beginCount();
    isFirstOfTurn = false;
    running = event;
    // Codex repeats a count after each call; and where responses are recorded, it is not needed.
    if (byResponse) return;
    const isTotal = event.rate_limits !== undefined;
    if (isTotal && event.total_tokens === lastTotal) return;
    lastTotal = event.total_tokens;
    const used = isTotal ? growth.next(countsOf(event)) : event.last;
    if (used) byCount = byCount ? sum(byCount, used) : addUsage(used);
  }

  return {
    push(event) {
      switch (event.type) {
        case 'thread.started':
          if (!event.inherited) threadId ??= event.thread_id;
          return;
        case 'turn.started':
          if (!event.inherited) isFirstOfTurn = true;
          return;
        case 'token_count':
          if (!event.inherited) addCount(event);
          return;
        case 'context':
          if (event.kind === 'token_usage_record' && !event.inherited) addRecord(event.data);
      }
    },
    total,
    beginTurn() {
      before = total();
      running = undefined;
    },
    endTurn(event) {
      if (running) event.usage = countsOf(running);
      const after = total();
      if (after && after !== before) event.turn_usage = difference(after, before);
    },
  };
}

/** `addUsage` for two, written out: it runs for every response. */
function sum(one: Usage, other: Usage): Usage {
  return {
    input_tokens: one.input_tokens + other.input_tokens,
    cached_input_tokens: one.cached_input_tokens + other.cached_input_tokens,
    cache_write_input_tokens: (one.cache_write_input_tokens ?? 0) + (other.cache_write_input_tokens ?? 0),
    output_tokens: one.output_tokens + other.output_tokens,
    reasoning_output_tokens: one.reasoning_output_tokens + other.reasoning_output_tokens,
    total_tokens: (one.total_tokens ?? 0) + (other.total_tokens ?? 0),
  };
}

function countsOf(event: TokenCountEvent): Usage {
  const { input_tokens, cached_input_tokens, output_tokens, reasoning_output_tokens, total_tokens } = event;
  const usage: Usage = { input_tokens, cached_input_tokens, output_tokens, reasoning_output_tokens, total_tokens };
  if (event.cache_write_input_tokens !== undefined) usage.cache_write_input_tokens = event.cache_write_input_tokens;
  return usage;
}

function difference(after: Usage, before: Usage | undefined): Usage {
  return createRunningUsage(before ?? addUsage()).next(after) ?? addUsage();
}

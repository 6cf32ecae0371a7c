import * as coreLimits from '../../../../limits/core.ts';
import { isObject, type JsonObject } from '../../../lines/json.ts';
import type { ThreadEvent, TokenCountEvent, TurnCompletedEvent } from '../../../thread/event.ts';
import { addInferred, USAGE } from '../../../thread/inferred.ts';
import { addUsage, createRunningUsage, type RunningUsage, sumUsage } from '../../../thread/running-usage.ts';
import type { CountedUsage } from '../../../thread/usage.ts';
import { tokenUsage } from '../../codex/token-usage.ts';
import { forgetOldest } from '../../forget-oldest.ts';

/**
 * Usage of a thread, folded from the events of its session file. There are three ways of counting, distinguished by
 * their fields:
 * - `token_usage_record`: one per response of the model; the sum over response ids, of the own thread only;
 * - `token_count` without a field `rate_limits`: one per response; the sum of `last`;
 * - other `token_count`s: a running total that may repeat and may begin anew; the sum of its growth.
 * Inherited usage never counts; a fork's running total continues from it.
 */
export interface SessionUsage {
  push(event: ThreadEvent): void;
  /** Usage of the thread so far. Undefined until the file reports any. */
  total(): CountedUsage | undefined;
  beginTurn(): void;
  /** Puts the running total, as the agent prints it, and the turn's own usage on the end of a turn. */
  endTurn(event: TurnCompletedEvent): void;
}

/** A running total: its growth, and the last one, which may be repeated. */
interface Count {
  growth: RunningUsage;
  last: number | undefined;
}

export function createSessionUsage(): SessionUsage {
  let threadId: string | undefined;
  let byResponse: CountedUsage | undefined;
  const responses = new Set<unknown>();
  let byCount: CountedUsage | undefined;
  let count = newCount();
  /** The total of the thread itself, while that of a review's child is reported. */
  let parent: Count | undefined;
  /** A process writes `info: null` before its first total. Only 0.40 does not: there a turn's first count decides. */
  let tellsStarts = false;
  let isFirstOfTurn = true;
  let running: TokenCountEvent | undefined;
  let before: CountedUsage | undefined;

  function total(): CountedUsage | undefined {
    return byResponse ?? byCount;
  }

  function addRecord(data: JsonObject): void {
    if (!isObject(data.usage)) return;
    const isOther = threadId !== undefined && typeof data.thread_id === 'string' && data.thread_id !== threadId;
    if (isOther || responses.has(data.response_id)) return;
    responses.add(data.response_id);
    forgetOldest(responses, coreLimits.maxRememberedResponses);
    const usage = tokenUsage(data.usage, []);
    byResponse = byResponse ? sumUsage(byResponse, usage) : addUsage(usage);
  }

  function addCount(event: TokenCountEvent): void {
    if (event.no_total) {
      tellsStarts = true;
      count = newCount();
      return;
    }
    // A total equal to one response's is the first of its process, even if it is higher than another's last.
    if (isFirstOfTurn && !tellsStarts && event.last?.total_tokens === event.total_tokens) count = newCount();
    isFirstOfTurn = false;
    // Codex repeats a count after each call. If responses are recorded, the count is not needed.
    if (!event.inherited) running = event;
    // A process that continues from there first repeats this count, and so shows where it starts.
    else tellsStarts = true;
    if (byResponse) return;
    const isTotal = event.rate_limits !== undefined;
    if (isTotal && event.total_tokens === count.last) return;
    count.last = event.total_tokens;
    const used = isTotal ? count.growth.next(countsOf(event)) : event.last;
    if (used && !event.inherited) byCount = byCount ? sumUsage(byCount, used) : addUsage(used);
  }

  function enterReview(): void {
    parent ??= count;
    count = newCount();
  }

  function leaveReview(): void {
    if (parent) count = parent;
    parent = undefined;
  }

  function pushContext(kind: string, data: JsonObject, isInherited: boolean): void {
    if (kind === 'token_usage_record' && !isInherited) addRecord(data);
    else if (kind === 'entered_review_mode' || kind === 'EnteredReviewMode') enterReview();
    else if (kind === 'exited_review_mode' || kind === 'ExitedReviewMode') leaveReview();
  }

  return {
    push(event) {
      switch (event.type) {
        case 'thread.started':
          if (!event.inherited) threadId ??= event.thread_id;
          return;
        case 'turn.started':
          isFirstOfTurn = true;
          leaveReview();
          return;
        case 'token_count':
          addCount(event);
          return;
        case 'context':
          pushContext(event.kind, event.data, event.inherited === true);
      }
    },
    total,
    beginTurn() {
      before = total();
      running = undefined;
    },
    endTurn(event) {
      if (running) {
        event.usage = countsOf(running);
        addInferred(event, USAGE);
      }
      const after = total();
      if (after && after !== before) event.turn_usage = difference(after, before);
    },
  };
}

function newCount(): Count {
  return { growth: createRunningUsage(addUsage()), last: undefined };
}

function countsOf(event: TokenCountEvent): CountedUsage {
  const { input_tokens, cached_input_tokens = 0, output_tokens, reasoning_output_tokens = 0 } = event;
  const { total_tokens = input_tokens + output_tokens } = event;
  const usage: CountedUsage = {
    input_tokens,
    cached_input_tokens,
    output_tokens,
    reasoning_output_tokens,
    total_tokens,
  };
  if (event.cache_write_input_tokens !== undefined) usage.cache_write_input_tokens = event.cache_write_input_tokens;
  return usage;
}

function difference(after: CountedUsage, before: CountedUsage | undefined): CountedUsage {
  return createRunningUsage(before ?? addUsage()).next(after) ?? addUsage();
}

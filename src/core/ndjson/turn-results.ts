import type { TokenCountEvent, TurnEndEvent, TurnStartedEvent } from '../thread/event.ts';
import { parseTime } from '../thread/time.ts';
import type { Usage } from '../thread/usage.ts';
import type { NdjsonResult, NdjsonStats } from './ndjson-event.ts';
import type { ToldError } from './told-error.ts';

/** Adds up the counts of a turn, for the line that ends it. */
export interface TurnResults {
  start(event: TurnStartedEvent): void;
  /** Takes a count that comes beside the turn's end, or instead of it. */
  count(event: TokenCountEvent): void;
  addToolCall(): void;
  /** The line that ends the turn. `error` says why it failed. */
  end(event: TurnEndEvent, error?: ToldError): NdjsonResult;
}

export function createTurnResults(): TurnResults {
  let startedAt: string | undefined;
  let counted: Usage | undefined;
  let toolCalls = 0;

  return {
    start(event) {
      startedAt = event.timestamp;
      counted = undefined;
      toolCalls = 0;
    },
    count(event) {
      counted = event;
    },
    addToolCall() {
      toolCalls += 1;
    },
    end(event, error) {
      const stats = statsOf(usageOf(event) ?? counted, toolCalls);
      const duration = (parseTime(event.timestamp) ?? Number.NaN) - (parseTime(startedAt) ?? Number.NaN);
      if (duration >= 0) stats.duration_ms = duration;
      startedAt = undefined;
      counted = undefined;
      toolCalls = 0;
      if (error === undefined) return { type: 'result', status: 'success', stats };
      const { content, ...more } = error;
      return { type: 'result', status: 'error', error: content, ...more, stats };
    },
  };
}

/** The usage of the turn alone comes first, because not every agent tells a running total. */
function usageOf(event: TurnEndEvent): Usage | undefined {
  return event.turn_usage ?? (event.type === 'turn.aborted' ? undefined : event.usage);
}

function statsOf(usage: Usage | undefined, toolCalls: number): NdjsonStats {
  const input = usage?.input_tokens ?? 0;
  const output = usage?.output_tokens ?? 0;
  return {
    input_tokens: input,
    cached: usage?.cached_input_tokens ?? 0,
    output_tokens: output,
    total_tokens: usage?.total_tokens ?? input + output,
    tool_calls: toolCalls,
  };
}

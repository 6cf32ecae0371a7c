import type { TokenCountEvent, TurnEndEvent, TurnStartedEvent } from '../thread/event.ts';
import { parseTime } from '../thread/time.ts';
import type { Usage } from '../thread/usage.ts';
import type { NdjsonResult, NdjsonStats } from './ndjson-event.ts';

/** Adds up what a turn took, for the line that ends it. */
export interface TurnResults {
  start(event: TurnStartedEvent): void;
  /** A count that stands beside the turn's end, or instead of it. */
  count(event: TokenCountEvent): void;
  addToolCall(): void;
  /** The line that ends the turn; with an error, why it failed. */
  end(event: TurnEndEvent, error?: string): NdjsonResult;
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
      return { type: 'result', status: 'error', error, stats };
    },
  };
}

/** What the turn alone used comes first: not every agent tells a running total. */
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

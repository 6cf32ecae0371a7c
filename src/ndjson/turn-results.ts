import type {
  TokenCountEvent,
  TurnAbortedEvent,
  TurnCompletedEvent,
  TurnFailedEvent,
  TurnStartedEvent,
} from '../thread/event.ts';
import type { Usage } from '../thread/usage.ts';
import type { NdjsonResult, NdjsonStats } from './ndjson-event.ts';

export type TurnEnd = TurnCompletedEvent | TurnFailedEvent | TurnAbortedEvent;

/** Adds up what a turn took, for the line that ends it. */
export interface TurnResults {
  start(event: TurnStartedEvent): void;
  /** A count that stands beside the turn's end, or instead of it. */
  count(event: TokenCountEvent): void;
  addToolCalls(count: number): void;
  /** The line that ends the turn; with an error, why it failed. */
  end(event: TurnEnd, error?: string): NdjsonResult;
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
    addToolCalls(count) {
      toolCalls += count;
    },
    end(event, error) {
      const stats = statsOf(usageOf(event) ?? counted, toolCalls);
      const duration = Date.parse(event.timestamp ?? '') - Date.parse(startedAt ?? '');
      if (duration >= 0) stats.duration_ms = duration;
      startedAt = undefined;
      counted = undefined;
      toolCalls = 0;
      if (error === undefined) return { type: 'result', status: 'success', stats };
      return { type: 'result', status: 'error', error, stats };
    },
  };
}

function usageOf(event: TurnEnd): Usage | undefined {
  if (event.type === 'turn.completed') return event.turn_usage ?? event.usage;
  return event.type === 'turn.failed' ? event.usage : undefined;
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

import type { NdjsonResult } from '../../core/ndjson/ndjson-event.ts';
import type { RunResult } from './run-result.ts';

const NO_STATS = { input_tokens: 0, cached: 0, output_tokens: 0, total_tokens: 0, tool_calls: 0 };

/** The NDJSON line of a process that failed. It includes what the agent had reported of its turn. */
export function failedResult(
  end: { exitCode: number | null; signal?: string | null | undefined },
  told: Partial<NdjsonResult> = {},
): NdjsonResult {
  const { exitCode, signal } = end;
  return {
    stats: NO_STATS,
    error: `the agent ${signal ? `was ended by ${signal}` : `ended with exit code ${exitCode}`}`,
    ...told,
    type: 'result',
    status: 'error',
    ...(typeof exitCode === 'number' ? { exit_code: exitCode } : {}),
    ...(signal ? { signal } : {}),
  };
}

/** The last NDJSON line, if no line of the agent reports the failure: a timeout, an exit code, a missing program. */
export function failedRunLine(result: RunResult): NdjsonResult | undefined {
  const { error, usage } = result;
  // A failed turn has reported it already.
  if (!error || error.code === 'turn-failed') return undefined;
  const stats = {
    ...NO_STATS,
    input_tokens: usage?.input_tokens ?? 0,
    cached: usage?.cached_input_tokens ?? 0,
    output_tokens: usage?.output_tokens ?? 0,
    total_tokens: usage?.total_tokens ?? (usage ? usage.input_tokens + usage.output_tokens : 0),
    duration_ms: result.durationMs,
  };
  return failedResult(result, { error: error.message, stats });
}

import type { NdjsonResult } from '../ndjson/ndjson-event.ts';
import type { SandboxCommand } from './sandbox.ts';

/** How a command ended. */
export type CommandEnd = Pick<SandboxCommand, 'exitCode' | 'signal'>;

const NO_STATS = { input_tokens: 0, cached: 0, output_tokens: 0, total_tokens: 0, tool_calls: 0 };

export function hasFailed({ exitCode, signal }: CommandEnd): boolean {
  return Boolean(signal) || (typeof exitCode === 'number' && exitCode !== 0);
}

/** The result of a command that failed. What the agent itself had told of its turn stands in it. */
export function failedResult({ exitCode, signal }: CommandEnd, told?: Partial<NdjsonResult>): NdjsonResult {
  const how = signal ? `was ended by ${signal}` : `ended with exit code ${exitCode}`;
  return {
    stats: NO_STATS,
    error: `the agent ${how}`,
    ...told,
    type: 'result',
    status: 'error',
    ...(typeof exitCode === 'number' ? { exit_code: exitCode } : {}),
    ...(signal ? { signal } : {}),
  };
}

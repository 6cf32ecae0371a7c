import { isObject, type JsonObject } from '../../core/lines/json.ts';
import { parseTime } from '../../core/thread/time.ts';

/** The tokens of one request, or of many. */
export interface TokenCounts {
  /** All tokens sent to the model, including those read from and written to the cache. */
  input: number;
  /** The part of `input` that came from the provider's cache. */
  cached: number;
  /** The part of `input` that was written to the provider's cache. */
  cacheWrite: number;
  /** All tokens that the model wrote, reasoning included. */
  output: number;
  /** The part of `output` that was reasoning. */
  reasoning: number;
}

export function noTokens(): TokenCounts {
  return { input: 0, cached: 0, cacheWrite: 0, output: 0, reasoning: 0 };
}

export function addTokens(sum: TokenCounts, counts: TokenCounts): void {
  sum.input += counts.input;
  sum.cached += counts.cached;
  sum.cacheWrite += counts.cacheWrite;
  sum.output += counts.output;
  sum.reasoning += counts.reasoning;
}

/** Reads a count of a session file. Anything but a number of tokens is 0, as is a number that no sum can hold. */
export function tokenCount(value: unknown): number {
  return typeof value === 'number' && value > 0 && value <= Number.MAX_SAFE_INTEGER ? value : 0;
}

/** Reads counts by the names of `Usage`, which are those of Codex. Undefined if there are none. */
export function countsOfUsage(value: unknown): TokenCounts | undefined {
  if (!isObject(value)) return undefined;
  return {
    input: tokenCount(value.input_tokens),
    cached: tokenCount(value.cached_input_tokens),
    cacheWrite: tokenCount(value.cache_write_input_tokens),
    output: tokenCount(value.output_tokens),
    reasoning: tokenCount(value.reasoning_output_tokens),
  };
}

export function isNothing(counts: TokenCounts): boolean {
  return counts.input === 0 && counts.output === 0;
}

/** The growth of a running total. */
export function growth(total: TokenCounts, before: TokenCounts): TokenCounts {
  return {
    input: Math.max(0, total.input - before.input),
    cached: Math.max(0, total.cached - before.cached),
    cacheWrite: Math.max(0, total.cacheWrite - before.cacheWrite),
    output: Math.max(0, total.output - before.output),
    reasoning: Math.max(0, total.reasoning - before.reasoning),
  };
}

export function textField(record: JsonObject, name: string): string | undefined {
  const value = record[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The time of a record in milliseconds; 0 if it has none. */
export function timeField(record: JsonObject): number {
  const { timestamp } = record;
  const time = typeof timestamp === 'string' ? parseTime(timestamp) : timestamp;
  return typeof time === 'number' && Math.abs(time) <= LATEST_TIME ? time : 0;
}

/** The latest time that a Date can hold. */
const LATEST_TIME = 8.64e15;

/** The name of a tier with a special price. */
export function tierName(value: unknown): string | undefined {
  return typeof value === 'string' && !STANDARD_TIERS.has(value) ? value : undefined;
}

const STANDARD_TIERS: ReadonlySet<string> = new Set(['', 'standard', 'default', 'auto']);

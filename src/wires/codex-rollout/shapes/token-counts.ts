import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../../lines/json.ts';
import type { TokenCountEvent } from '../../../thread/event.ts';
import type { Extra, Usage } from '../../../thread/usage.ts';
import { type TokenUsage, tokenUsage } from '../../codex/token-usage.ts';
import { anything, fieldTable, optional, optionalCountOrNull, optionalNested } from '../../field-table.ts';

interface CountInfo {
  total_token_usage?: TokenUsage;
  last_token_usage?: TokenUsage;
  model_context_window?: number | null;
  extra?: Extra;
}

function usageOf(value: unknown, problems: Problem[]): TokenUsage | undefined {
  return isObject(value) ? tokenUsage(value, problems) : undefined;
}

const infoTable = fieldTable<CountInfo>((wire) => ({
  total_token_usage: optional(wire.total_token_usage, usageOf),
  last_token_usage: optional(wire.last_token_usage, usageOf),
  model_context_window: optionalCountOrNull(wire.model_context_window),
}));

interface CountFields {
  type?: unknown;
  info?: CountInfo;
  rate_limits?: unknown;
  extra?: Extra;
}

const countTable = fieldTable<CountFields>((wire) => ({
  type: anything(wire.type),
  info: optionalNested(wire.info, infoTable),
  rate_limits: anything(wire.rate_limits),
}));

/** Reads `token_count`, of which a file holds more than of anything else. Without `info` the process has no total yet. */
export function tokenCount(payload: JsonObject, problems: Problem[]): TokenCountEvent {
  const { info, rate_limits, extra } = countTable.read(payload, problems);
  const total = info?.total_token_usage;
  const event = countEvent(total);
  if (info) {
    const { last_token_usage: last, model_context_window: window } = info;
    if (last) event.last = last;
    if (window !== undefined) event.model_context_window = window;
  }
  if (rate_limits !== undefined) event.rate_limits = rate_limits;
  if (total?.extra || info?.extra || extra) event.extra = { ...total?.extra, ...info?.extra, ...extra };
  return event;
}

function countEvent(total: TokenUsage | undefined): TokenCountEvent {
  if (!total) return { type: 'token_count', ...NO_COUNTS, no_total: true };
  const { input_tokens, cached_input_tokens, output_tokens, reasoning_output_tokens, total_tokens } = total;
  const event: TokenCountEvent = {
    type: 'token_count',
    input_tokens,
    cached_input_tokens,
    output_tokens,
    reasoning_output_tokens,
    total_tokens,
  };
  if (total.cache_write_input_tokens !== undefined) event.cache_write_input_tokens = total.cache_write_input_tokens;
  return event;
}

const NO_COUNTS = {
  input_tokens: 0,
  cached_input_tokens: 0,
  output_tokens: 0,
  reasoning_output_tokens: 0,
  total_tokens: 0,
} satisfies Usage;

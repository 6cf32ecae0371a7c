import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../../lines/json.ts';
import type { TokenCountEvent } from '../../../thread/event.ts';
import type { Extra } from '../../../thread/usage.ts';
import { type TokenUsage, tokenUsage } from '../../codex/token-usage.ts';
import { anything, fieldTable, optionalCountOrNull, optionalRecord } from '../../field-table.ts';
import { UNDECIDED, type UsualPlace } from '../record.ts';

interface CountInfo {
  total_token_usage?: JsonObject;
  last_token_usage?: JsonObject;
  model_context_window?: number | null;
  extra?: Extra;
}

const infoTable = fieldTable<CountInfo>((wire) => ({
  total_token_usage: optionalRecord(wire.total_token_usage),
  last_token_usage: optionalRecord(wire.last_token_usage),
  model_context_window: optionalCountOrNull(wire.model_context_window),
}));

interface CountFields {
  type?: unknown;
  info?: JsonObject;
  rate_limits?: unknown;
  extra?: Extra;
}

const countTable = fieldTable<CountFields>((wire) => ({
  type: anything(wire.type),
  info: optionalRecord(wire.info),
  rate_limits: anything(wire.rate_limits),
}));

/**
 * Reads `token_count`, of which a file holds more than of anything else. Without `info` the process has no total yet. A
 * count as Codex writes it is made with all fields that it will have, time and place too: the engine makes room at once.
 */
export function tokenCount(payload: JsonObject, place: UsualPlace | undefined, problems: Problem[]): TokenCountEvent {
  const { info: source, rate_limits, extra } = countTable.read(payload, problems);
  const info = source && infoTable.read(source, problems);
  const total = info?.total_token_usage && tokenUsage(info.total_token_usage, problems);
  const last = info?.last_token_usage && tokenUsage(info.last_token_usage, problems);
  const window = info?.model_context_window;
  const isUsual = total && last && place && window !== undefined && rate_limits !== undefined;
  const event: TokenCountEvent = isUsual
    ? {
        type: 'token_count',
        input_tokens: total.input_tokens,
        cached_input_tokens: total.cached_input_tokens,
        output_tokens: total.output_tokens,
        reasoning_output_tokens: total.reasoning_output_tokens,
        total_tokens: total.total_tokens,
        last,
        model_context_window: window,
        rate_limits,
        thread_id: place.thread_id,
        turn_id: UNDECIDED,
        timestamp: place.timestamp,
        line: place.line,
      }
    : { type: 'token_count', ...(total ? countsOf(total) : { ...NO_COUNTS, no_total: true }) };
  if (!isUsual) {
    if (last) event.last = last;
    if (window !== undefined) event.model_context_window = window;
    if (rate_limits !== undefined) event.rate_limits = rate_limits;
  }
  if (total?.cache_write_input_tokens !== undefined) event.cache_write_input_tokens = total.cache_write_input_tokens;
  if (total?.extra || info?.extra || extra) event.extra = { ...total?.extra, ...info?.extra, ...extra };
  return event;
}

const NO_COUNTS = {
  input_tokens: 0,
  cached_input_tokens: 0,
  output_tokens: 0,
  reasoning_output_tokens: 0,
  total_tokens: 0,
};

function countsOf({ extra: _extra, ...counts }: TokenUsage): Omit<TokenUsage, 'extra'> {
  return counts;
}

import type { Problem } from '../../../../errors.ts';
import { isObject, type JsonObject } from '../../../lines/json.ts';
import type { TokenCountEvent } from '../../../thread/event.ts';
import { THREAD_AND_TURN } from '../../../thread/inferred.ts';
import { isWholeUsage, type TokenUsage, tokenUsage } from '../../codex/token-usage.ts';
import { anything, optionalCountOrNull, optionalRecord } from '../../field-checks.ts';
import { fieldTable, keyCount } from '../../field-table.ts';
import { inferCounts } from '../../inferred.ts';
import { UNDECIDED, type UsualPlace } from '../record.ts';

const infoTable = fieldTable((wire) => ({
  total_token_usage: optionalRecord(wire.total_token_usage),
  last_token_usage: optionalRecord(wire.last_token_usage),
  model_context_window: optionalCountOrNull(wire.model_context_window),
}));

const countTable = fieldTable((wire) => ({
  type: anything(wire.type),
  info: optionalRecord(wire.info),
  rate_limits: anything(wire.rate_limits),
}));

/** Reads `token_count`, the most frequent record of a file. Without `info` the process has no total yet. */
export function tokenCount(payload: JsonObject, place: UsualPlace | undefined, problems: Problem[]): TokenCountEvent {
  const usual = place && usualCount(payload, place);
  if (usual) return usual;
  const { info: source, rate_limits, extra } = countTable.read(payload, problems);
  const info = source && infoTable.read(source, problems);
  const total = info?.total_token_usage && tokenUsage(info.total_token_usage, problems);
  const last = info?.last_token_usage && tokenUsage(info.last_token_usage, problems);
  const counts = total ? countsOf(total) : { ...NO_COUNTS, no_total: true };
  const event: TokenCountEvent = { type: 'token_count', ...counts };
  inferCounts(event, '', event, info?.total_token_usage);
  if (last) {
    event.last = last;
    inferCounts(event, 'last', last, info?.last_token_usage);
  }
  if (info?.model_context_window !== undefined) event.model_context_window = info.model_context_window;
  if (rate_limits !== undefined) event.rate_limits = rate_limits;
  if (total?.extra || info?.extra || extra) event.extra = { ...total?.extra, ...info?.extra, ...extra };
  return event;
}

/**
 * A count as Codex writes it, read without the tables. It is made with all its later fields, including time and place,
 * so that the engine allocates them at once. Undefined for any other.
 */
function usualCount(payload: JsonObject, place: UsualPlace): TokenCountEvent | undefined {
  const { info, rate_limits } = payload;
  if (rate_limits === undefined || !isObject(info) || keyCount(payload) !== 3 || keyCount(info) !== 3) return undefined;
  const { total_token_usage: total, last_token_usage: last, model_context_window } = info;
  if (!isCount(model_context_window) || !isObject(total) || !isObject(last)) return undefined;
  if (!isWholeUsage(total) || !isWholeUsage(last)) return undefined;
  const event: TokenCountEvent = {
    type: 'token_count',
    input_tokens: total.input_tokens,
    cached_input_tokens: total.cached_input_tokens,
    output_tokens: total.output_tokens,
    reasoning_output_tokens: total.reasoning_output_tokens,
    total_tokens: total.total_tokens,
    last,
    model_context_window,
    rate_limits,
    thread_id: place.thread_id,
    turn_id: UNDECIDED,
    timestamp: place.timestamp,
    line: place.line,
    inferred: THREAD_AND_TURN,
  };
  if (total.cache_write_input_tokens !== undefined) event.cache_write_input_tokens = total.cache_write_input_tokens;
  return event;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value);
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

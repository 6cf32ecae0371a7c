import { isObject, type JsonObject } from '../../lines/json.ts';
import type { TokenCountEvent } from '../../thread/event.ts';
import type { Usage } from '../../thread/usage.ts';
import { readUsage } from '../usage-fields.ts';
import type { Session } from './session.ts';
import { countFields, rest } from './values.ts';

const COUNT = new Set(['type', 'info', 'rate_limits']);
const INFO = new Set(['total_token_usage', 'last_token_usage', 'model_context_window']);

/** Reads `token_count`, of which a file holds more than of anything else. Without `info` the process has no total yet. */
export function tokenCount(payload: JsonObject, session: Session): TokenCountEvent {
  const { info } = payload;
  const usual = isObject(info) ? usualEvent(payload, info) : undefined;
  if (usual) return session.stamp(usual);
  const total = isObject(info) ? usageOf(info.total_token_usage, session) : undefined;
  const event = countEvent(total);
  if (isObject(info)) {
    const last = usageOf(info.last_token_usage, session);
    const window = info.model_context_window;
    if (last) event.last = last;
    if (window === null || typeof window === 'number') event.model_context_window = window;
    const left = rest(info, INFO);
    if (left) event.extra = { ...event.extra, ...left };
  } else if (info !== null && info !== undefined) {
    session.problems.push({ code: 'bad-field', message: 'info has the wrong type' });
    event.extra = { info };
  }
  if (payload.rate_limits !== undefined) event.rate_limits = payload.rate_limits;
  const extra = rest(payload, COUNT);
  if (extra) event.extra = { ...event.extra, ...extra };
  return session.stamp(event);
}

/** A count as Codex writes it. Names all fields that it will have, so that the engine makes room for them at once. */
function usualEvent(payload: JsonObject, info: JsonObject): TokenCountEvent | undefined {
  const { rate_limits } = payload;
  const { total_token_usage: total, last_token_usage: last, model_context_window } = info;
  if (rate_limits === undefined || typeof model_context_window !== 'number') return undefined;
  if (!isObject(total) || !isObject(last) || !isCanonicalUsage(total) || !isCanonicalUsage(last)) return undefined;
  if (countFields(payload) !== COUNT.size || countFields(info) !== INFO.size) return undefined;
  return {
    type: 'token_count',
    input_tokens: total.input_tokens,
    cached_input_tokens: total.cached_input_tokens,
    output_tokens: total.output_tokens,
    reasoning_output_tokens: total.reasoning_output_tokens,
    total_tokens: total.total_tokens,
    cache_write_input_tokens: total.cache_write_input_tokens,
    last,
    model_context_window,
    rate_limits,
    line: undefined,
    timestamp: undefined,
    ordinal: undefined,
    turn_id: undefined,
    thread_id: undefined,
  };
}

function countEvent(total: Usage | undefined): TokenCountEvent {
  const event: TokenCountEvent = {
    type: 'token_count',
    input_tokens: total?.input_tokens ?? 0,
    cached_input_tokens: total?.cached_input_tokens ?? 0,
    output_tokens: total?.output_tokens ?? 0,
    reasoning_output_tokens: total?.reasoning_output_tokens ?? 0,
    total_tokens: total?.total_tokens ?? 0,
  };
  if (!total) event.no_total = true;
  if (total?.cache_write_input_tokens !== undefined) event.cache_write_input_tokens = total.cache_write_input_tokens;
  if (total?.extra) event.extra = total.extra;
  return event;
}

/** Counts as Codex writes them are used as they are; anything else is read field by field. */
function usageOf(value: unknown, session: Session): Usage | undefined {
  if (!isObject(value)) return undefined;
  return isCanonicalUsage(value) ? value : readUsage(value, session.problems);
}

/** All counts are there, and nothing else. */
export function isCanonicalUsage(value: JsonObject): value is JsonObject & Usage & { total_tokens: number } {
  const { cache_write_input_tokens: written } = value;
  return (
    Number.isSafeInteger(value.input_tokens) &&
    Number.isSafeInteger(value.cached_input_tokens) &&
    Number.isSafeInteger(value.output_tokens) &&
    Number.isSafeInteger(value.reasoning_output_tokens) &&
    Number.isSafeInteger(value.total_tokens) &&
    (written === undefined || Number.isSafeInteger(written)) &&
    countFields(value) === (written === undefined ? 5 : 6)
  );
}

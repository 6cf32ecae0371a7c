import { isObject, type JsonObject } from '../../lines/json.ts';
import type { TokenCountEvent } from '../../thread/event.ts';
import type { Usage } from '../../thread/usage.ts';
import { readUsage } from '../usage-fields.ts';
import type { Session } from './session.ts';
import { rest } from './values.ts';

const COUNT = new Set(['type', 'info', 'rate_limits']);
const INFO = new Set(['total_token_usage', 'last_token_usage', 'model_context_window']);

/** Reads `token_count`, of which a file holds more than of anything else. Without `info` the process has no total yet. */
export function tokenCount(payload: JsonObject, session: Session): TokenCountEvent {
  const { info } = payload;
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
export function isCanonicalUsage(value: JsonObject): value is JsonObject & Usage {
  let names = 0;
  for (const key in value) {
    if (!Number.isSafeInteger(value[key])) return false;
    names += 1;
  }
  const known = 'cache_write_input_tokens' in value ? 6 : 5;
  return (
    names === known &&
    'input_tokens' in value &&
    'cached_input_tokens' in value &&
    'output_tokens' in value &&
    'reasoning_output_tokens' in value &&
    'total_tokens' in value
  );
}

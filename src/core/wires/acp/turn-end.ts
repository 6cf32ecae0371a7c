import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent, TokenCountEvent, TurnEndEvent } from '../../thread/event.ts';
import { addInferred, USAGE } from '../../thread/inferred.ts';
import { addUsage } from '../../thread/running-usage.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { wordsIn } from '../../tools/words-in.ts';
import { badField } from '../field-table.ts';
import { usageTable } from './messages.ts';
import type { AcpSession } from './sessions.ts';

/** Reads counts under the names of the protocol, or under those of the model that an agent's own fields have. */
export function readCounts(source: unknown, problems: Problem[]): CountedUsage | undefined {
  if (!isObject(source)) return undefined;
  const told = usageTable.read(source, problems);
  const input = told.inputTokens ?? told.input_tokens;
  const output = told.outputTokens ?? told.output_tokens;
  if (input === undefined || output === undefined) return undefined;
  return {
    input_tokens: input,
    cached_input_tokens: told.cachedReadTokens ?? 0,
    cache_write_input_tokens: told.cachedWriteTokens ?? 0,
    output_tokens: output,
    reasoning_output_tokens: told.thoughtTokens ?? 0,
    total_tokens: told.totalTokens ?? input + output,
  };
}

/** What one request of a turn used. */
export function tokenCount(session: AcpSession, last: CountedUsage): ThreadEvent {
  session.total = addUsage(session.total, last);
  session.turn = addUsage(session.turn ?? addUsage(), last);
  const event: TokenCountEvent = {
    type: 'token_count',
    ...session.total,
    total_tokens: session.total.total_tokens ?? 0,
    last,
  };
  return addInferred(event, COUNTS);
}

const COUNTS = [
  ...['input_tokens', 'cached_input_tokens', 'cache_write_input_tokens', 'output_tokens', 'reasoning_output_tokens'],
  'total_tokens',
];

/** The answer to a prompt. `usage` is that of the turn, in some agents the sum since the session began. */
export function turnEnd(
  session: AcpSession,
  { result, error }: { result?: unknown; error?: unknown },
  isSum: boolean,
  problems: Problem[],
): TurnEndEvent {
  const answer: JsonObject = isObject(result) ? result : {};
  const { stopReason, ...rest } = answer;
  if (stopReason !== undefined && typeof stopReason !== 'string') problems.push(badField('stopReason', stopReason));
  const end = endOf(stopReason, error);
  if (Object.keys(rest).length > 0) end.extra = { ...end.extra, result: rest };
  const told = readCounts(answer.usage ?? quotaOf(answer._meta), problems);
  if (!told && !session.turn) return end;
  const before = session.total;
  if (told && !session.turn) session.total = isSum ? told : addUsage(before, told);
  const own = session.turn ?? (isSum ? undefined : told);
  if (own) end.turn_usage = own;
  else if (told) end.turn_usage = difference(told, before);
  if (end.type !== 'turn.aborted') {
    end.usage = session.total;
    addInferred(end, USAGE);
  }
  return end;
}

function quotaOf(meta: unknown): unknown {
  const quota = isObject(meta) ? meta.quota : undefined;
  return isObject(quota) ? quota.token_count : undefined;
}

function difference(total: CountedUsage, before: CountedUsage): CountedUsage {
  const result: CountedUsage = { ...total };
  for (const name of ['input_tokens', 'cached_input_tokens', 'cache_write_input_tokens', 'output_tokens'] as const)
    result[name] = Math.max(0, (total[name] ?? 0) - (before[name] ?? 0));
  result.reasoning_output_tokens = Math.max(0, total.reasoning_output_tokens - before.reasoning_output_tokens);
  result.total_tokens = result.input_tokens + result.output_tokens;
  return result;
}

function endOf(reason: unknown, error: unknown): TurnEndEvent {
  if (error !== undefined) return { type: 'turn.failed', error: errorOf(error) };
  if (reason === 'cancelled') return { type: 'turn.aborted', reason };
  if (reason === 'refusal') return { type: 'turn.failed', error: { message: 'refusal', code: 'refusal' } };
  if (reason === undefined || reason === 'end_turn') return { type: 'turn.completed' };
  return { type: 'turn.completed', extra: { stopReason: reason } };
}

/** An error of JSON-RPC. What happened mostly stands in its data. */
function errorOf(error: unknown): { message: string; code?: string; extra?: JsonObject } {
  if (!isObject(error)) return { message: wordsIn(error) };
  const { code, message, ...rest } = error;
  const words = [typeof message === 'string' ? message : '', wordsIn(rest)].filter((text) => text !== '').join('\n');
  const read: ReturnType<typeof errorOf> = { message: words };
  if (typeof code === 'string' || typeof code === 'number') read.code = String(code);
  else if (code !== undefined) rest.code = code;
  if (message !== undefined && typeof message !== 'string') rest.message = message;
  if (Object.keys(rest).length > 0) read.extra = rest;
  return read;
}

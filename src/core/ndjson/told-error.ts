import * as coreLimits from '../../limits/core.ts';
import { closingBracket } from '../lines/closing-bracket.ts';
import { isObject, parseObject } from '../lines/json.ts';
import { readableError } from '../messages/readable-error.ts';

/** An error in words, with its code, and as the agent told it where that is more than the words. */
export interface ToldError {
  content: string;
  code?: string;
  raw?: unknown;
}

/** Agents pass on the answer of a service as it is. Its words are told, and the whole beside them. */
export function toldError(text: string, code?: string): ToldError {
  const content = readableError(text);
  if (content === text) return code === undefined ? { content } : { content, code };
  const known = code ?? codeIn(text);
  return { content, ...(known !== undefined && { code: known }), raw: text };
}

/** An error without a message. */
export function wordlessError(fields: Readonly<Record<string, unknown>>, code?: string): ToldError {
  const content = code ?? 'the agent reported an error without a message';
  return { content, ...(code !== undefined && { code }), raw: fields };
}

/** The code in a service's answer: OpenAI has a `code`, Anthropic a `type`, Google a `status`. */
function codeIn(text: string): string | undefined {
  const start = text.length > coreLimits.stderrTailBytes ? -1 : text.indexOf('{');
  const end = start === -1 ? -1 : closingBracket(text, start);
  const answer = end === -1 ? undefined : parseObject(text.slice(start, end));
  const error = isObject(answer?.error) ? answer.error : answer;
  for (const code of [error?.status, error?.code, error?.type]) {
    if (typeof code === 'string' && code !== '') return code;
  }
  return typeof error?.code === 'number' ? String(error.code) : undefined;
}

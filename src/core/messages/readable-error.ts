import * as coreLimits from '../../limits/core.ts';
import { closingBracket } from '../lines/closing-bracket.ts';

/** An error may hold an answer that holds an answer. No agent was seen to nest deeper. */
const MAX_NESTED_ERRORS = 4;

/**
 * The sentence for people in a service's error. Agents pass on the whole answer, as in `unexpected status 400:
 * {"error":{"message":"no such model"}}`; of the JSON only the message is kept.
 */
export function readableError(text: string): string {
  let readable = text;
  for (let depth = 0; depth < MAX_NESTED_ERRORS; depth += 1) {
    const next = replaceAnswer(readable);
    if (next === undefined) break;
    readable = next;
  }
  return readable;
}

function replaceAnswer(text: string): string | undefined {
  const start = text.length > coreLimits.stderrTailBytes ? -1 : text.indexOf('{');
  const end = start === -1 ? -1 : closingBracket(text, start);
  if (end === -1) return undefined;
  const message = answerMessage(text.slice(start, end));
  return message === undefined ? undefined : text.slice(0, start) + message + text.slice(end);
}

function answerMessage(json: string): string | undefined {
  let answer: AnswerFields | null;
  try {
    answer = JSON.parse(json);
  } catch {
    return undefined;
  }
  const error: AnswerFields | unknown = answer?.error;
  const nested = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  for (const message of [nested, answer?.message, answer?.detail]) {
    if (typeof message === 'string' && message.trim() !== '') return message;
  }
  return undefined;
}

/** Fields in which services put the sentence: OpenAI, Anthropic and Google use `error.message`, gateways the others. */
interface AnswerFields {
  error?: unknown;
  message?: unknown;
  detail?: unknown;
}

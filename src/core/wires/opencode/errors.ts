import type { ThreadEvent } from '../../thread/event.ts';
import type { WireError } from './records.ts';
import { abortTurn, failTurn, type ThreadState } from './thread-state.ts';

/** The error of a request or of a run. It ends the turn: retries are never told. */
export function errorEvents(state: ThreadState, error: WireError): ThreadEvent[] {
  const { message, code, extra } = wordsOf(error);
  if (code === 'MessageAbortedError') return [...noted(extra), ...abortTurn(state, 'interrupted')];
  const event: ThreadEvent = { type: 'error', message };
  if (code !== undefined) event.code = code;
  if (extra) event.extra = extra;
  return [event, ...failTurn(state, code === undefined ? { message } : { message, code })];
}

function noted(extra: Record<string, unknown> | undefined): ThreadEvent[] {
  return extra ? [{ type: 'context', kind: 'error', data: extra }] : [];
}

interface ErrorWords {
  message: string;
  code?: string | undefined;
  extra?: Record<string, unknown> | undefined;
}

/** An error is an object of many kinds, or a text. */
export function wordsOf(error: WireError): ErrorWords {
  if (typeof error === 'string') return { message: error };
  const { name, data, extra } = error;
  const others = data?.extra ? { ...extra, ...data.extra } : extra;
  return { message: data?.message ?? name ?? '', code: name, extra: others };
}

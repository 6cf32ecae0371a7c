import type { JsonObject } from '../../lines/json.ts';
import type { ContextEvent, ThreadEvent } from '../../thread/event.ts';
import type { Said } from '../traffic.ts';

/** Bookkeeping beside the conversation. */
export function context(kind: string, data: JsonObject, text = ''): ContextEvent {
  return text === '' ? { type: 'context', kind, data } : { type: 'context', kind, data, text };
}

/** A line of the recording that is no message. */
export function noteOf({ direction, text }: Said): ThreadEvent {
  return context(direction === 'mark' ? 'mark' : 'line', {}, text);
}

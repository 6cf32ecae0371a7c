import { isObject, type JsonObject } from '../../lines/json.ts';
import { isMessage } from '../goose/is-message.ts';
import type { WireForm } from '../wire.ts';
import { isBanner } from './banner.ts';

/** True for lines of this wire alone. Errors and notifications of goose are told apart by the type of a field. */
function recognises(record: JsonObject): boolean {
  switch (record.type) {
    case 'message':
      return isMessage(record.message);
    case 'complete':
      return 'total_tokens' in record;
    case 'error':
      return typeof record.error === 'string' && Object.keys(record).length === 2;
    case 'notification':
      return typeof record.extension_id === 'string';
    default:
      return false;
  }
}

/** `goose run --output-format stream-json`, or `json`. */
export const gooseStreamForm = {
  name: 'goose-stream',
  agent: 'goose',
  kind: 'stream',
  marksTurnEnds: true,
  hasThreadIds: false,
  ids: 'wire',
  recognises,
  recognisesText: isBanner,
  document: {
    recognises: (value) =>
      isObject(value) && isObject(value.metadata) && 'total_tokens' in value.metadata && isMessages(value.messages),
    *records(value) {
      const { messages, metadata, ...rest } = value as JsonObject;
      if (Array.isArray(messages)) for (const message of messages) yield { type: 'message', message };
      yield { type: 'complete', ...rest, ...(isObject(metadata) && metadata) };
    },
  },
} satisfies WireForm;

function isMessages(messages: unknown): boolean {
  return Array.isArray(messages) && (messages.length === 0 || isMessage(messages[0]));
}

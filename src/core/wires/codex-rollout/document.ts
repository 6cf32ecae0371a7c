import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireDocument } from '../wire.ts';
import { responseItemsOf } from './shapes/chat-messages.ts';

/**
 * A whole session in one value, as written by the CLI before its rewrite in Rust: `{session: {…}, items: […]}`. Its
 * records are the session, as the header, and then its items.
 */
export const sessionDocument: WireDocument = { recognises: isSessionDocument, records };

function* records(value: object): Generator<JsonObject> {
  if (!isSessionDocument(value)) return;
  const { session, items, ...rest } = value;
  yield { ...rest, ...session };
  for (const item of items) {
    if (!isObject(item)) yield { type: 'document_item', value: item };
    // A record with a role and no type can only be a message.
    else if (item.type === undefined && typeof item.role === 'string') yield* responseItemsOf(item);
    else yield item;
  }
}

function isSessionDocument(value: unknown): value is JsonObject & { session: JsonObject; items: unknown[] } {
  return isObject(value) && isObject(value.session) && Array.isArray(value.items);
}

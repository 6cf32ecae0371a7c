import { isObject, type JsonObject } from '../../lines/json.ts';
import { isSessionDocument } from './form.ts';
import { responseItemsOf } from './shapes/chat-messages.ts';

/** The records of a whole session in one value: the session, as the header, and then its items. */
export function* sessionRecords(value: object): Generator<JsonObject> {
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

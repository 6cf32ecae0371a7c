import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireDocument } from '../wire.ts';

/**
 * A whole session in one value, as the CLI wrote it before it was rewritten in Rust: `{session: {…}, items: […]}`. Its
 * records are the session, as the header, and then its items.
 */
export const sessionDocument: WireDocument = {
  recognises: isSessionDocument,
  records(value) {
    if (!isSessionDocument(value)) return [];
    const { session, items, ...rest } = value;
    return [{ ...rest, ...session }, ...items.filter(isObject)];
  },
};

function isSessionDocument(value: unknown): value is JsonObject & { session: JsonObject; items: unknown[] } {
  return isObject(value) && isObject(value.session) && Array.isArray(value.items);
}

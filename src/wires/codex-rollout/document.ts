import { isObject, type JsonObject } from '../../lines/json.ts';

/** A whole session in one value, as the CLI wrote it before it was rewritten in Rust: `{session: {…}, items: […]}`. */
export function isSessionDocument(value: unknown): value is JsonObject & { session: JsonObject; items: unknown[] } {
  return isObject(value) && isObject(value.session) && Array.isArray(value.items);
}

/**
 * The records of such a session, which is one JSON document over many lines and so cannot be read line by line: the
 * session first, then its items. Undefined when the text is anything else.
 */
export function expandDocument(text: string): JsonObject[] | undefined {
  const value = parse(text);
  return isSessionDocument(value) ? documentRecords(value) : undefined;
}

export function documentRecords(value: JsonObject & { session: JsonObject; items: unknown[] }): JsonObject[] {
  const { session, items, ...rest } = value;
  return [{ ...rest, ...session }, ...items.filter(isObject)];
}

function parse(text: string): unknown {
  if (!/^\s*\{/.test(text.slice(0, 1000))) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

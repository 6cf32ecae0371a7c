import { isObject, type JsonObject } from '../../lines/json.ts';

/** True for a record that has the form of a message. */
export function isMessage(value: unknown): value is JsonObject {
  return (
    isObject(value) &&
    typeof value.role === 'string' &&
    typeof value.created === 'number' &&
    Array.isArray(value.content) &&
    value.type === undefined
  );
}

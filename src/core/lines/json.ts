import { isOverfull } from './overfull.ts';

/** A JSON object, as `JSON.parse` returns it. */
export type JsonObject = { [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a text as an object. Undefined if it is anything else, or holds too many values to be parsed. */
export function parseObject(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

/** Parses a text as JSON. Undefined if it is not JSON, or holds too many values to be parsed. */
export function parseJson(text: string): unknown {
  if (isOverfull(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A value as JSON text. Empty if there is no value, or if it is nested too deeply to write. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

/** Sets a property under any name. A plain assignment to `__proto__` would change the prototype instead. */
export function setOwn(target: JsonObject, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

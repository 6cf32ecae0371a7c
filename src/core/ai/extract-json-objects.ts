import { closingBracket } from '../lines/closing-bracket.ts';
import { type JsonObject, parseObject } from '../lines/json.ts';

/**
 * Returns the complete objects in a buffer, and the rest: the beginning of an incomplete one. Skips anything between
 * objects. For long streams use `readParts`, which does not scan a beginning twice.
 */
export function extractJsonObjects(buffer: string): { objects: JsonObject[]; rest: string } {
  const objects: JsonObject[] = [];
  let start = buffer.indexOf('{');
  while (start !== -1) {
    const end = closingBracket(buffer, start);
    if (end === -1) return { objects, rest: buffer.slice(start) };
    const value = parseObject(buffer.slice(start, end));
    if (value) objects.push(value);
    start = buffer.indexOf('{', end);
  }
  return { objects, rest: '' };
}

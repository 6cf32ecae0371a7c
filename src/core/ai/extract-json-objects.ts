import { closingBracket } from '../lines/closing-bracket.ts';
import { type JsonObject, parseObject } from '../lines/json.ts';

/**
 * The whole objects in a buffer and what is left of it: the beginning of one that is not whole yet. Whatever stands
 * between objects is passed over. For long streams use `readParts`, which does not look at a beginning twice.
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

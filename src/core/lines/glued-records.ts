import { coreLimits } from '../../limits/core.ts';
import { closingBracket } from './closing-bracket.ts';
import { type JsonObject, parseObject } from './json.ts';

/** How a record begins that is found in the middle of a line: that of a session, or the first of a stream behind plain text. */
const BEGINNINGS = ['{"timestamp":"', '{"type":"init","timestamp":"'];

/**
 * Whole records on a line that is not JSON. Either they stand one after the other from the line's beginning, or a torn
 * record comes first and a whole session record, told by its leading timestamp, runs to the line's end: that is what a
 * writer leaves that died in mid-line and was started again.
 */
export function gluedRecords(text: string): JsonObject[] {
  const leading = recordsFrom(text, 0);
  if (leading.length > 0) return leading;
  // Each try reads to the line's end, so all of them together may read only so many times its length.
  let left = text.length * coreLimits.maxGluedScans;
  for (const beginning of BEGINNINGS) {
    for (let at = text.indexOf(beginning, 1); at !== -1 && left > 0; at = text.indexOf(beginning, at + 1)) {
      left -= text.length - at;
      const trailing = recordsFrom(text, at);
      if (trailing.length > 0) return trailing;
    }
  }
  return [];
}

/** The objects that stand one after the other from `start`. */
function recordsFrom(text: string, start: number): JsonObject[] {
  const records: JsonObject[] = [];
  let at = start;
  while (text[at] === '{' && records.length < coreLimits.maxGluedRecords) {
    const end = closingBracket(text, at);
    const record = end === -1 ? undefined : parseObject(text.slice(at, end));
    if (!record) break;
    records.push(record);
    at = end;
    while (text[at] === ' ') at += 1;
  }
  return records;
}

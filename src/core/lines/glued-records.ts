import * as coreLimits from '../../limits/core.ts';
import { closingBracket } from './closing-bracket.ts';
import { type JsonObject, parseObject } from './json.ts';

/** The beginning of a record inside a line: one of a session, or one of a stream after plain text. */
const BEGINNINGS = [
  '{"timestamp":"',
  '{"type":"init","timestamp":"',
  '{"type":"error","error":"',
  '{"type":"complete","total_tokens":',
];

/**
 * Finds whole records on a line that is not JSON. Either they follow each other from the line's beginning, or a torn
 * record comes first and a whole session record, known by its leading timestamp, runs to the line's end. A writer that
 * died in mid-line and was restarted leaves such a line.
 */
export function gluedRecords(text: string): JsonObject[] {
  const leading = recordsFrom(text, 0);
  if (leading.length > 0) return leading;
  // Each try reads to the line's end, so their total is limited to a multiple of the line's length.
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

/** The objects that follow each other from `start`. */
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

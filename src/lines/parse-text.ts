import type { Problem } from '../errors.ts';
import { gluedRecords } from './glued-records.ts';
import { isObject, type JsonObject } from './json.ts';

/** What the text of a line holds: one record, several glued together, or nothing that can be read. */
export interface ParsedText {
  records: JsonObject[];
  /** Always there when there are no records. */
  problem?: Problem;
}

/** Reads the text of a line. Never throws. */
export function parseText(text: string): ParsedText {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return rescue(text, error);
  }
  if (isObject(value)) return { records: [value] };
  return {
    records: [],
    problem: { code: 'not-an-object', message: `expected an object, found ${describe(value)}`, raw: text },
  };
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

/** A file that was truncated while its writer went on begins with NUL bytes; a writer that died leaves glued records. */
function rescue(text: string, error: unknown): ParsedText {
  const body = text.replace(/^\0+/, '');
  if (body.length < text.length) {
    const { records } = parseText(body);
    const message = `${text.length - body.length} NUL bytes at the start of the line`;
    return { records, problem: { code: 'invalid-json', message, raw: text } };
  }
  const records = gluedRecords(text);
  if (records.length === 0) {
    return { records, problem: { code: 'invalid-json', message: shortMessage(error), raw: text } };
  }
  const message = `the line is not one record; ${records.length} whole one${records.length === 1 ? ' was' : 's were'} found in it`;
  return { records, problem: { code: 'glued-records', message, raw: text } };
}

/** V8 quotes the text in its message; payloads do not belong there. */
function shortMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const quoted = message.search(/,? (\.\.\.)?["'`]/);
  return quoted === -1 ? message.slice(0, 120) : message.slice(0, quoted);
}

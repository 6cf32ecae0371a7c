import type { Problem } from '../../errors.ts';
import * as coreLimits from '../../limits/core.ts';
import { gluedRecords } from './glued-records.ts';
import { isObject, type JsonObject } from './json.ts';
import { isOverfull } from './overfull.ts';

/** The content of a line: one record, several glued together, or nothing readable. */
export interface ParsedText {
  records: JsonObject[];
  /** The line is a list. That is not a record, but may be a whole thread. */
  list?: unknown[];
  /** Always set if there are no records. */
  problem?: Problem;
}

/** Reads the text of a line. Never throws. */
export function parseText(text: string): ParsedText {
  if (isOverfull(text)) return { records: [], problem: overfullProblem(text) };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return rescue(text);
  }
  if (isObject(value)) return { records: [value] };
  return {
    records: [],
    ...(Array.isArray(value) && { list: value }),
    problem: { code: 'not-an-object', message: `expected an object, found ${describe(value)}`, raw: text },
  };
}

/** The problem of a line that was not parsed. Only its beginning is kept. */
export function overfullProblem(text: string): Problem {
  const message = `the line holds more than ${coreLimits.maxLineValues} values; it was skipped`;
  return { code: 'too-large', message, raw: text.slice(0, coreLimits.skippedLinePreviewBytes) };
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

/** A file truncated while its writer went on begins with NUL bytes. A writer that died leaves glued records. */
function rescue(text: string): ParsedText {
  const body = text.replace(/^\0+/, '');
  if (body.length < text.length) {
    const { records } = parseText(body);
    const message = `${text.length - body.length} NUL bytes at the start of the line`;
    return { records, problem: { code: 'invalid-json', message, raw: text } };
  }
  const records = gluedRecords(text);
  // The engine's own message would quote the text, and differs between engines.
  if (records.length === 0)
    return { records, problem: { code: 'invalid-json', message: 'the line is not JSON', raw: text } };
  const message = `the line is not one record; ${records.length} whole one${records.length === 1 ? ' was' : 's were'} found in it`;
  return { records, problem: { code: 'glued-records', message, raw: text } };
}

import type { RateLimits } from './codex-total.ts';
import { noTokens, type TokenCounts } from './token-counts.ts';

/** Reads the two commonest records from bytes, in Codex's exact form. JSON.parse takes four times as long. */
export interface CodexCounts {
  /** Reads `…"type":"token_count","info":{"total_token_usage":{…},"last_token_usage":{…},…},"rate_limits":…`. */
  readCount(bytes: Buffer, start: number, end: number): boolean;
  /** Reads `…"type":"token_usage_record","payload":{"thread_id":"…",…,"response_id":"…","usage":{…}…`. */
  readResponse(bytes: Buffer, start: number, end: number): boolean;
  /** The last result; the next reading changes it. */
  readonly total: TokenCounts;
  readonly last: TokenCounts;
  readonly threadId: string;
  readonly responseId: string;
  readonly rateLimits: RateLimits;
  /** The time of writing, in milliseconds. */
  readonly at: number;
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const ZERO = 48;
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;
/** The length of `{"timestamp":"`. The time after it has 24 characters. */
const TIME_START = 14;
const TIME_LENGTH = 24;

export function createCodexCounts(): CodexCounts {
  const total = noTokens();
  const last = noTokens();
  const read = {
    total,
    last,
    threadId: '',
    responseId: '',
    rateLimits: 'none' as RateLimits,
    at: 0,
    readCount,
    readResponse,
  };

  function readCount(bytes: Buffer, start: number, end: number): boolean {
    read.at = readTime(bytes, start + TIME_START);
    if (Number.isNaN(read.at)) return false;
    let at = find(bytes, start + TIME_START + TIME_LENGTH, end, COUNT);
    if (at === -1) return false;
    at = readCounts(bytes, at, total);
    if (at === -1 || !isAt(bytes, at, LAST)) return false;
    at = readCounts(bytes, at + LAST.length, last);
    // The rest of `info` is flat.
    while (at !== -1 && at < end && bytes[at] !== CLOSE && bytes[at] !== OPEN) at += 1;
    if (at === -1 || bytes[at] !== CLOSE) return false;
    if (isAt(bytes, at + 1, RATE_LIMITS)) {
      read.rateLimits = isAt(bytes, at + 1 + RATE_LIMITS.length, FLAT) ? 'flat' : 'some';
      return true;
    }
    read.rateLimits = 'none';
    return bytes[at + 1] === CLOSE && at + 3 === end;
  }

  function readResponse(bytes: Buffer, start: number, end: number): boolean {
    read.at = readTime(bytes, start + TIME_START);
    if (Number.isNaN(read.at)) return false;
    let at = find(bytes, start + TIME_START + TIME_LENGTH, end, RESPONSE);
    read.threadId = '';
    read.responseId = '';
    while (at !== -1 && at < end) {
      const nameEnd = textEnd(bytes, at, end);
      if (nameEnd === -1 || bytes[nameEnd + 1] !== COLON) return false;
      if (isAt(bytes, at, USAGE)) return readCounts(bytes, nameEnd + 2, last) !== -1;
      const valueEnd = textEnd(bytes, nameEnd + 2, end);
      if (valueEnd === -1) return false;
      if (isAt(bytes, at, THREAD_ID)) read.threadId = bytes.toString('latin1', nameEnd + 3, valueEnd);
      else if (isAt(bytes, at, RESPONSE_ID)) read.responseId = bytes.toString('latin1', nameEnd + 3, valueEnd);
      if (bytes[valueEnd + 1] !== COMMA) return false;
      at = valueEnd + 2;
    }
    return false;
  }

  return read;
}

const COUNT = Buffer.from('"token_count","info":{"total_token_usage":');
const LAST = Buffer.from(',"last_token_usage":');
const RATE_LIMITS = Buffer.from(',"rate_limits":');
const FLAT = Buffer.from('{"primary_used_percent"');
const RESPONSE = Buffer.from('"token_usage_record","payload":{');
const USAGE = Buffer.from('"usage"');
const THREAD_ID = Buffer.from('"thread_id"');
const RESPONSE_ID = Buffer.from('"response_id"');
/** The maximum distance of the type from the time. */
const REACH = 80;

/** The offset after a nearby text; -1 if there is none. */
function find(bytes: Buffer, from: number, end: number, text: Buffer): number {
  const stop = Math.min(end, from + REACH);
  for (let at = from; at < stop; at += 1) {
    if (bytes[at] === QUOTE && isAt(bytes, at, text)) return at + text.length;
  }
  return -1;
}

function isAt(bytes: Buffer, start: number, text: Buffer): boolean {
  for (let index = 0; index < text.length; index += 1) if (bytes[start + index] !== text[index]) return false;
  return true;
}

/** The closing quote of a string of plain ASCII that begins here; else -1. */
function textEnd(bytes: Buffer, start: number, end: number): number {
  if (bytes[start] !== QUOTE) return -1;
  let at = start + 1;
  for (; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH || byte > 126 || byte < 32) return -1;
  }
  return -1;
}

/** Reads `{"input_tokens":1,…}` with any of the known names. Returns the offset after it, or -1 for anything else. */
function readCounts(bytes: Buffer, start: number, counts: TokenCounts): number {
  if (bytes[start] !== OPEN) return -1;
  counts.input = counts.cached = counts.cacheWrite = counts.output = counts.reasoning = 0;
  let at = start + 1;
  for (;;) {
    if (bytes[at] !== QUOTE) return -1;
    const name = at + 1;
    for (at = name; (bytes[at] as number) > QUOTE; at += 1);
    const length = at - name;
    if (bytes[at] !== QUOTE || bytes[at + 1] !== COLON) return -1;
    at += 2;
    const first = at;
    let value = 0;
    for (let digit = (bytes[at] as number) - ZERO; digit >= 0 && digit <= 9; digit = (bytes[at] as number) - ZERO) {
      value = value * 10 + digit;
      at += 1;
    }
    if (at === first || at - first > 15) return -1;
    const field = NAMES.get(length);
    if (field === undefined || !isAt(bytes, name, field.bytes)) {
      if (!isAt(bytes, name, TOTAL)) return -1;
    } else counts[field.name] = value;
    if (bytes[at] === CLOSE) return at + 1;
    if (bytes[at] !== COMMA) return -1;
    at += 1;
  }
}

const TOTAL = Buffer.from('total_tokens"');
const NAMES = new Map(
  (
    [
      ['input_tokens', 'input'],
      ['cached_input_tokens', 'cached'],
      ['cache_write_input_tokens', 'cacheWrite'],
      ['output_tokens', 'output'],
      ['reasoning_output_tokens', 'reasoning'],
    ] satisfies [string, keyof TokenCounts][]
  ).map(([text, name]) => [text.length, { name, bytes: Buffer.from(text) }]),
);

/** Reads `2026-11-15T07:05:41.589Z"`; NaN for any other form. */
function readTime(bytes: Buffer, start: number): number {
  if (bytes[start + 10] !== 84 || bytes[start + 23] !== 90 || bytes[start + 24] !== QUOTE) return Number.NaN;
  const year = number(bytes, start, 4);
  const month = number(bytes, start + 5, 2);
  const hours = number(bytes, start + 11, 2);
  const minutes = number(bytes, start + 14, 2);
  const seconds = number(bytes, start + 17, 2);
  const day = dayNumber(year, month, number(bytes, start + 8, 2));
  return (((day * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + number(bytes, start + 20, 3);
}

function number(bytes: Buffer, start: number, length: number): number {
  let value = 0;
  for (let at = start; at < start + length; at += 1) {
    const digit = (bytes[at] as number) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

let knownDay = Number.NaN;
let knownMonth = Number.NaN;
let knownYear = Number.NaN;
let known = Number.NaN;

/** Days since 1970. Most lines share the day of the previous line. */
function dayNumber(year: number, month: number, day: number): number {
  if (day === knownDay && month === knownMonth && year === knownYear) return known;
  known = Date.UTC(year, month - 1, day) / 86_400_000;
  knownDay = day;
  knownMonth = month;
  knownYear = year;
  return known;
}

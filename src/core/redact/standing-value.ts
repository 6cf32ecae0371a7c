import { countSame } from './scan/count-same.ts';
import type { Reading } from './scan/reading.ts';
import type { Standing } from './value.ts';

/** The value that a name has in a text. */
export interface NamedValue {
  start: number;
  end: number;
  standing: Standing;
  /** A comma or a bracket is all that joins them, so the value has to look made. */
  isLoose: boolean;
  /** The value stands in quotes, in JSON, in code or in a settings file. */
  quote: string;
}

/** Longer values are no passwords, and tokens of that length are taken as far as this. */
export const LONGEST_VALUE = 4096;

const OPENING =
  /[ \t]{0,80}(?:\*\*|__)?[ \t]{0,8}(?:&quot;|&#3[49];|&apos;|(?:[A-Za-z]{1,3})?(?=\\{0,7}["'`])|@(?=\\{0,7}")|(?:String::from|SecretString::new|Some)\((?=\\{0,7}")|!!?[a-z]{1,12} )?/y;

/** A value of a connection string of ODBC. */
const BRACED = /\{[^{}\s"'`$%:]{4,120}\}(?=[;"'\s]|$)/y;

/** The end of a sticky pattern's match, or -1. */
export function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** The value that stands there, in quotes or not; where it has to stand in quotes, nothing else is read. */
export function valueAt(
  reading: Reading,
  from: number,
  standing: Standing,
  isInQuery: boolean,
): NamedValue | undefined {
  const { text } = reading;
  OPENING.lastIndex = from;
  let at = OPENING.test(text) ? OPENING.lastIndex : from;
  const braced = text.charCodeAt(at) === 0x7b && standing === 'setting' ? matchEnd(BRACED, text, at) : -1;
  if (braced !== -1) return { start: at + 1, end: braced - 1, standing: 'quoted', isLoose: false, quote: '{' };
  const slashes = countSame(text, at, 0x5c, 7);
  const quote = text.charAt(at + slashes);
  if (quote === '"' || quote === "'" || quote === '`') {
    const opening = text.slice(at, at + slashes + 1);
    at += opening.length;
    // Three quotes are those of a text over many lines.
    if (text.startsWith(opening + opening, at)) at += 2 * opening.length;
    const end = quotedEnd(reading, at, quote, slashes);
    return end === -1 ? undefined : { start: at, end, standing: 'quoted', isLoose: false, quote };
  }
  if (slashes > 0 || standing === 'quoted') return undefined;
  const end = bareEnd(reading, at, isInQuery);
  return end <= at ? undefined : { start: at, end, standing, isLoose: false, quote: '' };
}

/** The end of a value in quotes. One whose quote was cut off ends with its line. */
function quotedEnd(reading: Reading, start: number, quote: string, slashes: number): number {
  const { text } = reading;
  const last = Math.min(reading.lineEnd(start), start + LONGEST_VALUE);
  const code = quote.charCodeAt(0);
  let end = reading.next(quote, start);
  // A quote behind a backslash is part of the value, unless the first one has as many.
  if (slashes === 0 && end > start && end < last && text.charCodeAt(end - 1) === 0x5c) {
    while (end < last && (text.charCodeAt(end) !== code || text.charCodeAt(end - 1) === 0x5c)) end += 1;
  }
  if (end === -1 || end >= last) return last === start + LONGEST_VALUE || last === text.length ? last : -1;
  while (slashes > 0 && end > start && text.charCodeAt(end - 1) === 0x5c) end -= 1;
  return end;
}

/** `&`, a quote or a comma of an address inside an address. */
const ENDS_ENCODED = /^%(?:26|22|27|2C|20)/i;
const ENTITY = /&(?:quot|apos|amp|lt|gt|#\d{1,4});/y;
const QUERY_FIELD = /[&;][\w.[\]%-]{1,60}=/y;

/** The end of a value without quotes: white space, a quote, or a sign that belongs to the text around it. */
function bareEnd(reading: Reading, start: number, isInQuery: boolean): number {
  const { text } = reading;
  const last = Math.min(reading.runEnd(start), start + LONGEST_VALUE);
  let end = start;
  while (end < last) {
    const code = text.charCodeAt(end);
    if (code === 0x2c || code === 0x3b || code === 0x7c) break;
    // Letters of another script go on with the sentence, unless a short password holds them.
    if (code > 0x7f && end - start >= 12) break;
    if (code === 0x26 && /^&\s/.test(text.slice(end + 1, end + 3))) break;
    if (code === 0x25 && ENDS_ENCODED.test(text.slice(end, end + 3))) break;
    if (code === 0x26 && (isInQuery || matchEnd(ENTITY, text, end) !== -1 || matchEnd(QUERY_FIELD, text, end) !== -1))
      break;
    // An escape, or the half of one where the text was cut.
    if (code === 0x5c && /^(?:[nrt"'`\\]|$)/.test(text.charAt(end + 1))) break;
    end += 1;
  }
  while (end > start && /[.:!?)\]}*|…]/.test(text.charAt(end - 1)) && isTrailing(text, start, end)) end -= 1;
  return end;
}

/** True if the last character is no part of the value: brackets that were opened before it, and a full stop. */
function isTrailing(text: string, start: number, end: number): boolean {
  const code = text.charCodeAt(end - 1);
  if (code === 0x21 || code === 0x3f || code === 0x2a) return false;
  const opening = code === 0x29 ? '(' : code === 0x5d ? '[' : code === 0x7d ? '{' : undefined;
  return opening === undefined || !text.slice(start, end - 1).includes(opening);
}

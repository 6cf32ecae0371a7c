import * as coreLimits from '../../limits/core.ts';

/**
 * What a JSON text costs in memory depends on the number of its values, not on its bytes: 35 MB of `{}` take half a
 * gigabyte, 64 MB of base64 take 64. So the values of long texts are counted before they are parsed. Shorter texts are
 * not looked at.
 */

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;

/** True if the text would be parsed into more values than the limit. */
export function isOverfull(text: string): boolean {
  if (text.length <= coreLimits.minCountedLineBytes) return false;
  return exceedsLimit(text.length, {
    codeAt: (index) => text.charCodeAt(index),
    quoteFrom: (index) => text.indexOf('"', index),
  });
}

/** The same for the bytes of a text. */
export function areOverfull(bytes: Uint8Array): boolean {
  if (bytes.length <= coreLimits.minCountedLineBytes) return false;
  return exceedsLimit(bytes.length, {
    codeAt: (index) => bytes[index],
    quoteFrom: (index) => bytes.indexOf(QUOTE, index),
  });
}

interface Characters {
  codeAt(index: number): number | undefined;
  /** The next quotation mark, or -1. */
  quoteFrom(index: number): number;
}

/** Each value follows a comma or an opening bracket outside of strings. */
function exceedsLimit(length: number, characters: Characters): boolean {
  let left = coreLimits.maxLineValues;
  for (let at = 0; at < length; at += 1) {
    const code = characters.codeAt(at);
    if (code === QUOTE) {
      at = stringEnd(at, characters);
      if (at === -1) return false;
    } else if (code === COMMA || code === OPEN_LIST || code === OPEN_OBJECT) {
      left -= 1;
      if (left < 0) return true;
    }
  }
  return false;
}

/** The closing mark of the string that opens at `start`: the first that an even number of backslashes precedes. */
function stringEnd(start: number, { codeAt, quoteFrom }: Characters): number {
  let end = quoteFrom(start + 1);
  while (end !== -1) {
    let escapes = 0;
    while (codeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) break;
    end = quoteFrom(end + 1);
  }
  return end;
}

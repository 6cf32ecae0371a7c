import { isObject } from '../../../core/lines/json.ts';
import { knownTime } from '../../../core/thread/time.ts';

const LINE_FEED = 10;
const OPENING = 0x7b;
/** The usual beginning of a line of Codex. */
const TIME_FIRST = '{"timestamp":"';
const LONGEST_TIME = 40;

/**
 * The time of the last line that has one, of lines whose time stands in `timestamp`; undefined if none of them has. The
 * bytes begin with a line.
 */
export function lastLineTime(tail: Uint8Array): number | undefined {
  const bytes = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength);
  for (let end = bytes.length; end > 0; ) {
    const start = bytes.lastIndexOf(LINE_FEED, end - 1) + 1;
    // A document over many lines is nothing to try: only an object is a record.
    const time = bytes[start] === OPENING ? timeOfLine(bytes, start, end) : undefined;
    if (time !== undefined) return time;
    end = start - 1;
  }
  return undefined;
}

function timeOfLine(bytes: Buffer, start: number, end: number): number | undefined {
  const from = start + TIME_FIRST.length;
  if (bytes.toString('latin1', start, Math.min(from, end)) === TIME_FIRST) {
    const [text, rest] = bytes.toString('latin1', from, Math.min(from + LONGEST_TIME, end)).split('"', 2);
    if (rest !== undefined) return knownTime(text);
  }
  try {
    const record: unknown = JSON.parse(bytes.toString('utf8', start, end));
    return isObject(record) && typeof record.timestamp === 'string' ? knownTime(record.timestamp) : undefined;
  } catch {
    // Cut off, or no JSON.
    return undefined;
  }
}

import { coreLimits } from '../../limits/core.ts';
import { createRangeDecoder, lostBytes, type RangeDecoder } from './decode.ts';
import { createHeldBytes } from './held-bytes.ts';
import type { Line } from './line.ts';

export interface LineFramerOptions {
  /** Longer lines are skipped, and reading goes on after them. */
  maxLineBytes?: number | undefined;
  /** Where in a longer text the input begins: the number of its first line, counted from 1, and the bytes before it. */
  start?: LineStart | undefined;
}

/** Where an input begins that is the rest of a longer one. */
export interface LineStart {
  line: number;
  offset: number;
}

/** Cuts a stream of bytes or strings into lines. The result does not depend on where the chunks were cut. */
export interface LineFramer {
  /** Takes the next piece of input and gives the lines that it completes. Blank lines are counted, not given. */
  push(chunk: string | Uint8Array): Line[];
  /** Ends the input and gives the last line if it had no newline. The framer then begins anew. */
  end(): Line[];
  /** Forgets everything. */
  reset(): void;
  /** The number of the last line, blank ones included; after `end()` that of the input that ended. */
  lines(): number;
  /** Bytes of plain text so far, those before the input included; after `end()` those of the input that ended. */
  offset(): number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** A byte order mark and a carriage return do not count towards a line's length. */
const UNCOUNTED_BYTES = 4;

/**
 * Only a line feed ends a line: U+2028, U+2029, U+0085 and a lone carriage return are data. (Node's readline breaks at
 * some of them, in some versions.)
 */
export function createLineFramer(options: LineFramerOptions = {}): LineFramer {
  const maxLineBytes = options.maxLineBytes ?? coreLimits.maxLineBytes;
  if (!(maxLineBytes > 0)) throw new TypeError('maxLineBytes is a number above 0');
  const start = options.start ?? { line: 1, offset: 0 };
  if (!(start.line >= 1 && start.offset >= 0)) throw new TypeError('start is {line, offset}, from 1 and from 0');
  /** More than this is a line too long for certain; until then its end decides. */
  const mostHeldBytes = Math.max(maxLineBytes + UNCOUNTED_BYTES, coreLimits.skippedLinePreviewBytes);
  const encoder = new TextEncoder();

  /** The beginning of a line whose end has not come yet. */
  const held = createHeldBytes();
  /** Length of a line that is over the limit; its bytes are counted, and only its beginning is held. */
  let skipped = 0;
  let lineNumber = start.line - 1;
  /** Bytes of plain text before the current line. */
  let lineOffset = start.offset;
  /** Bytes of plain text so far. */
  let taken = start.offset;
  /** Where the input that ended came to its end, until the next one begins. */
  let ended: LineStart | undefined;
  /** A high surrogate at the end of a string chunk: its other half opens the next one. */
  let heldSurrogate = '';

  function toBytes(chunk: string | Uint8Array): Uint8Array {
    if (chunk instanceof Uint8Array) {
      holdSurrogate();
      return chunk;
    }
    if (typeof chunk !== 'string') throw new TypeError('push takes a string or a Uint8Array');
    let text = heldSurrogate + chunk;
    heldSurrogate = '';
    const last = text.charCodeAt(text.length - 1);
    if (last >= 0xd800 && last <= 0xdbff) {
      heldSurrogate = text.slice(-1);
      text = text.slice(0, -1);
    }
    return encoder.encode(text);
  }

  /** Half a character whose other half did not come. */
  function holdSurrogate(): void {
    if (heldSurrogate === '') return;
    const bytes = encoder.encode(heldSurrogate);
    heldSurrogate = '';
    taken += bytes.length;
    hold(bytes);
  }

  function hold(part: Uint8Array): void {
    if (skipped > 0) {
      skipped += part.length;
      return;
    }
    held.append(part);
    if (held.size() > mostHeldBytes) {
      skipped = held.size();
      held.truncate(coreLimits.skippedLinePreviewBytes);
    }
  }

  /** Makes a line of the range, newline excluded; undefined when it is blank. */
  function finish(bytes: Uint8Array, decode: RangeDecoder, begin: number, end: number): Line | undefined {
    lineNumber += 1;
    const offset = lineOffset;
    const length = skipped > 0 ? skipped : end - begin;
    lineOffset += length + 1;
    const from = offset === 0 && hasByteOrderMark(bytes, begin) ? begin + 3 : begin;
    const to = end > from && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
    if (skipped > 0 || to - from > maxLineBytes) {
      skipped = 0;
      const text = decode(from, Math.min(end, begin + coreLimits.skippedLinePreviewBytes));
      return { text, number: lineNumber, offset, skippedBytes: length };
    }
    const text = decode(from, to);
    if (isBlank(text)) return undefined;
    const line: Line = { text, number: lineNumber, offset };
    if (lostBytes(text, bytes, from, to)) line.invalidUtf8 = true;
    return line;
  }

  function finishHeld(): Line | undefined {
    const whole = held.take();
    return finish(whole, createRangeDecoder(whole), 0, whole.length);
  }

  function push(chunk: string | Uint8Array): Line[] {
    ended = undefined;
    const bytes = toBytes(chunk);
    taken += bytes.length;
    const lines: Line[] = [];
    let decode: RangeDecoder | undefined;
    let begin = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, begin)) {
      let line: Line | undefined;
      if (held.size() > 0) {
        hold(bytes.subarray(begin, end));
        line = finishHeld();
      } else {
        decode ??= createRangeDecoder(bytes);
        line = finish(bytes, decode, begin, end);
      }
      if (line) lines.push(line);
      begin = end + 1;
    }
    if (begin < bytes.length) hold(bytes.subarray(begin));
    return lines;
  }

  function end(): Line[] {
    holdSurrogate();
    const line = held.size() > 0 ? finishHeld() : undefined;
    const end = { line: lineNumber, offset: taken };
    reset();
    ended = end;
    if (!line) return [];
    line.unterminated = true;
    return [line];
  }

  function reset(): void {
    held.truncate(0);
    skipped = 0;
    lineNumber = start.line - 1;
    lineOffset = start.offset;
    taken = start.offset;
    ended = undefined;
    heldSurrogate = '';
  }

  return {
    push,
    end,
    reset,
    lines: () => ended?.line ?? lineNumber,
    offset: () => ended?.offset ?? taken,
  };
}

function hasByteOrderMark(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;
}

/** Nothing but white space. Most lines are told by their first character. */
function isBlank(text: string): boolean {
  return !(text.charCodeAt(0) > 32) && /^[ \t\r\v\f]*$/.test(text);
}

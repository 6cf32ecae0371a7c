import * as coreLimits from '../../limits/core.ts';
import { createRangeDecoder, lostBytes, type RangeDecoder } from './decode.ts';
import { createHeldBytes } from './held-bytes.ts';
import type { Line } from './line.ts';
import { areOverfull } from './overfull.ts';

export interface LineFramerOptions {
  /** Longer lines are skipped, and reading continues after them. So are lines of more values than `limits.maxLineValues`. */
  maxLineBytes?: number | undefined;
  /** The start of the input within a longer text: the number of its first line, from 1, and the bytes before it. */
  start?: LineStart | undefined;
}

/** The start of an input that is the rest of a longer one. */
export interface LineStart {
  line: number;
  offset: number;
}

/** Cuts a stream of bytes or strings into lines. The result does not depend on how the chunks were cut. */
export interface LineFramer {
  /** Takes the next piece of input and returns the lines that it completes. Blank lines are only counted. */
  push(chunk: string | Uint8Array): Line[];
  /** Ends the input, returns the last line if it had no newline, and resets the framer. */
  end(): Line[];
  /** Forgets everything. */
  reset(): void;
  /** The number of the last line, counting blank ones. After `end()`, that of the ended input. */
  lines(): number;
  /** Bytes of plain text so far, including those before the input. After `end()`, those of the ended input. */
  offset(): number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** A byte order mark and a carriage return are not part of a line's length. */
const UNCOUNTED_BYTES = 4;

/**
 * Only a line feed ends a line. U+2028, U+2029, U+0085 and a lone carriage return are data. (Node's readline breaks at
 * some of them, in some versions.)
 */
export function createLineFramer(options: LineFramerOptions = {}): LineFramer {
  const maxLineBytes = options.maxLineBytes ?? coreLimits.maxLineBytes;
  if (!(maxLineBytes > 0)) throw new TypeError('maxLineBytes is a number above 0');
  const start = options.start ?? { line: 1, offset: 0 };
  if (!(start.line >= 1 && start.offset >= 0)) throw new TypeError('start is {line, offset}, from 1 and from 0');
  /** A line of more bytes is certainly too long. Up to here, its end decides. */
  const mostHeldBytes = Math.max(maxLineBytes + UNCOUNTED_BYTES, coreLimits.skippedLinePreviewBytes);
  const encoder = new TextEncoder();

  /** The beginning of a line whose end has not arrived yet. */
  const held = createHeldBytes();
  /** The length of a line over the limit. Its bytes are counted; only its beginning is held. */
  let skipped = 0;
  let lineNumber = start.line - 1;
  /** Bytes of plain text before the current line. */
  let lineOffset = start.offset;
  /** Bytes of plain text so far. */
  let taken = start.offset;
  /** The end of the last input, until the next one begins. */
  let ended: LineStart | undefined;
  /** A high surrogate at the end of a string chunk. Its other half opens the next chunk. */
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

  /** Keeps half a character whose other half did not arrive. */
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

  /** Makes a line from the range, without its newline. Undefined if it is blank. */
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
    // The length first: a view of each line's bytes would cost more than all else here.
    if (to - from > coreLimits.minCountedLineBytes && areOverfull(bytes.subarray(from, to))) {
      const text = decode(from, Math.min(end, begin + coreLimits.skippedLinePreviewBytes));
      return { text, number: lineNumber, offset, skippedBytes: length, isOverfull: true };
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

/** True for white space only. The first character decides for most lines. */
function isBlank(text: string): boolean {
  return !(text.charCodeAt(0) > 32) && /^[ \t\r\v\f]*$/.test(text);
}

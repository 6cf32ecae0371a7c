import { machineLimits } from '../../limits/machine.ts';

/** Copies JSON text with long strings cut and deep nesting emptied, so that few kilobytes of any line are parsed. */
export interface Skimmer {
  /** Takes the next piece of a line. */
  push(bytes: Buffer, start: number, end: number): void;
  /** Returns the short text and starts over. Undefined if even that is too long. */
  take(): string | undefined;
}

export interface SkimmerOptions {
  /** Deeper lists are left empty. The outermost value has depth 1. */
  listDepth: number;
  /** Deeper objects are left empty. */
  objectDepth: number;
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const FIRST_SIZE = 16 * 1024;
/** `\\u0000` */
const ESCAPE_BYTES = 6;

export function createSkimmer({ listDepth, objectDepth }: SkimmerOptions): Skimmer {
  let kept = Buffer.allocUnsafe(FIRST_SIZE);
  let size = 0;
  let isTooLong = false;
  let depth = 0;
  /** The depth of the value being skipped; 0 for none. */
  let leftOut = 0;
  let inString = false;
  /** The start of the current string in `kept`, and whether its rest is skipped. */
  let stringStart = 0;
  let isCut = false;
  /** True if the previous piece ended within an escape. */
  let isEscaping = false;

  function put(bytes: Buffer, start: number, end: number): void {
    if (isTooLong) return;
    const length = end - start;
    if (size + length > kept.length && !makeRoom(size + length)) return;
    bytes.copy(kept, size, start, end);
    size += length;
  }

  function makeRoom(wanted: number): boolean {
    if (wanted > machineLimits.maxSkimmedBytes) {
      isTooLong = true;
      return false;
    }
    const larger = Buffer.allocUnsafeSlow(Math.min(machineLimits.maxSkimmedBytes, Math.max(wanted, kept.length * 2)));
    kept.copy(larger, 0, 0, size);
    kept = larger;
    return true;
  }

  function putByte(byte: number): void {
    if (isTooLong || (size === kept.length && !makeRoom(size + 1))) return;
    kept[size] = byte;
    size += 1;
  }

  function putString(bytes: Buffer, start: number, end: number): void {
    if (leftOut > 0 || isCut) return;
    const room = machineLimits.skimmedStringBytes - (size - stringStart);
    put(bytes, start, Math.min(end, start + room));
    if (end - start <= room) return;
    isCut = true;
    size = stringStart + wholeCharacters(kept, stringStart, size);
  }

  /** Continues a string. Returns the offset after its end, or `end`. */
  function skimString(bytes: Buffer, start: number, end: number): number {
    let from = start;
    if (isEscaping) {
      isEscaping = false;
      from += 1;
    }
    for (;;) {
      const found = bytes.indexOf(QUOTE, from);
      const quote = found === -1 || found >= end ? end : found;
      const isOdd = countBackslashes(bytes, from, quote) % 2 === 1;
      if (quote === end) {
        isEscaping = isOdd;
        putString(bytes, start, end);
        return end;
      }
      if (!isOdd) {
        putString(bytes, start, quote);
        if (leftOut === 0) putByte(QUOTE);
        inString = false;
        return quote + 1;
      }
      from = quote + 1;
    }
  }

  function open(byte: number): void {
    depth += 1;
    if (leftOut > 0) return;
    putByte(byte);
    if (depth > (byte === OPEN_LIST ? listDepth : objectDepth)) leftOut = depth;
  }

  function close(byte: number): void {
    if (leftOut === depth) leftOut = 0;
    if (leftOut === 0) putByte(byte);
    depth -= 1;
  }

  return {
    push(bytes, start, end) {
      let at = start;
      while (at < end) {
        if (inString) {
          at = skimString(bytes, at, end);
          continue;
        }
        const byte = bytes[at] as number;
        at += 1;
        if (byte === QUOTE) {
          inString = true;
          if (leftOut > 0) continue;
          putByte(QUOTE);
          stringStart = size;
          isCut = false;
        } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) open(byte);
        else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) close(byte);
        else if (leftOut === 0 && byte > 32) putByte(byte);
      }
    },
    take() {
      const text = isTooLong ? undefined : kept.toString('utf8', 0, size);
      if (kept.length > FIRST_SIZE) kept = Buffer.allocUnsafe(FIRST_SIZE);
      size = 0;
      depth = 0;
      leftOut = 0;
      isTooLong = false;
      inString = false;
      isEscaping = false;
      return text;
    },
  };
}

/** The number of backslashes right before an offset. */
function countBackslashes(bytes: Buffer, start: number, end: number): number {
  let at = end;
  while (at > start && bytes[at - 1] === BACKSLASH) at -= 1;
  return end - at;
}

/** The length of a string's beginning that ends neither within an escape nor within a character. */
function wholeCharacters(bytes: Buffer, start: number, end: number): number {
  let at = end;
  // An escape has at most six bytes: after as many without a backslash, none can be open.
  for (let plain = 0; at > start && plain < ESCAPE_BYTES; plain += 1) {
    if (bytes[at - 1 - plain] !== BACKSLASH) continue;
    at -= plain + 1;
    plain = -1;
  }
  while (at > start && ((bytes[at - 1] as number) & 0xc0) === 0x80) at -= 1;
  if (at > start && (bytes[at - 1] as number) >= 0xc0) at -= 1;
  return at - start;
}

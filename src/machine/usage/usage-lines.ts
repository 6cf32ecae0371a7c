/** Takes the lines of a file as byte ranges. Most are recognised by their beginning and never decoded. */
export interface LineSink {
  /** Takes a whole line, without its newline. The bytes are only lent. */
  line(bytes: Buffer, start: number, end: number, number: number): void;
  /** Starts a line that is too long to be held. Returns false if its rest does not matter. */
  beginLong(bytes: Buffer, end: number, number: number): boolean;
  /** Takes the next piece of it, starting with its beginning. */
  longPart(bytes: Buffer, start: number, end: number): void;
  endLong(number: number): void;
}

/** Cuts chunks into lines. A line that spans chunks is held up to a bound, and passed in parts beyond it. */
export interface LineCutter {
  push(chunk: Buffer): void;
  /** Ends the input. Emits a last line without newline; another input may begin. */
  end(): void;
}

const LINE_FEED = 10;
const HELD_BYTES = 64 * 1024;

export function createLineCutter(sink: LineSink): LineCutter {
  let held: Buffer | undefined;
  let size = 0;
  let number = 0;
  let long: 'no' | 'wanted' | 'skipped' = 'no';

  function hold(chunk: Buffer, start: number, end: number): void {
    if (long === 'wanted') sink.longPart(chunk, start, end);
    if (long !== 'no' || start === end) return;
    held ??= Buffer.allocUnsafe(HELD_BYTES);
    const fits = Math.min(end - start, HELD_BYTES - size);
    chunk.copy(held, size, start, start + fits);
    size += fits;
    if (start + fits === end) return;
    long = sink.beginLong(held, size, number + 1) ? 'wanted' : 'skipped';
    if (long === 'wanted') sink.longPart(held, 0, size);
    size = 0;
    hold(chunk, start + fits, end);
  }

  function finish(chunk: Buffer, start: number, end: number): void {
    if (long === 'no' && size === 0) {
      number += 1;
      if (end > start) sink.line(chunk, start, end, number);
      return;
    }
    hold(chunk, start, end);
    number += 1;
    if (long === 'wanted') sink.endLong(number);
    else if (long === 'no' && held) sink.line(held, 0, size, number);
    long = 'no';
    size = 0;
  }

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
        finish(chunk, start, end);
        start = end + 1;
      }
      hold(chunk, start, chunk.length);
    },
    end() {
      if (size > 0 || long !== 'no') finish(EMPTY, 0, 0);
      number = 0;
    },
  };
}

const EMPTY = Buffer.alloc(0);

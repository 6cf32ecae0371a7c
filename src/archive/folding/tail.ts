/** The last bytes of a stream. */
export interface Tail {
  push(chunk: Uint8Array): void;
  bytes(): Uint8Array;
  /** The same without a line that is cut off at its beginning. */
  lines(): Uint8Array;
}

const LINE_FEED = 10;

/** Keeps at most twice the wanted bytes: copying all of them at every chunk would take longer than reading. */
export function createTail(most: number): Tail {
  const kept = Buffer.allocUnsafe(most * 2);
  let length = 0;
  let isWhole = true;
  const bytes = () => kept.subarray(Math.max(0, length - most), length);
  return {
    push(chunk) {
      isWhole &&= length + chunk.length <= most;
      const part = chunk.length > most ? chunk.subarray(chunk.length - most) : chunk;
      if (length + part.length > kept.length) {
        kept.copyWithin(0, length - most, length);
        length = most;
      }
      kept.set(part, length);
      length += part.length;
    },
    bytes,
    lines() {
      const all = bytes();
      return isWhole ? all : all.subarray(all.indexOf(LINE_FEED) + 1 || all.length);
    },
  };
}

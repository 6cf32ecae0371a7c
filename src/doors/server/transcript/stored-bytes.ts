/** The bytes of a session in a store, which gives them from the beginning only. */
export interface StoredBytes {
  /** How many were given. */
  readonly length: number;
  /** Those that came since the last time; `anew` where they do not go on from there: all of them follow. */
  more(): AsyncGenerator<Uint8Array | 'anew'>;
}

/** By so many bytes at the beginning, and just before where it was left, a file is known again. */
const HEAD_BYTES = 1024;
const MARK_BYTES = 64;

export function createStoredBytes(open: () => AsyncIterable<Uint8Array>): StoredBytes {
  let length = 0;
  let head = Buffer.alloc(0);
  let mark = Buffer.alloc(0);

  function take(piece: Uint8Array): Uint8Array {
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
    mark = Buffer.concat([mark, piece.subarray(-MARK_BYTES)]).subarray(-MARK_BYTES);
    length += piece.length;
    return piece;
  }

  async function* more(): AsyncGenerator<Uint8Array | 'anew'> {
    const known = { length, head, mark };
    let offset = 0;
    let seen = Buffer.alloc(0);
    let seenHead = Buffer.alloc(0);
    for await (const chunk of open()) {
      const old = chunk.subarray(0, Math.max(0, known.length - offset));
      offset += chunk.length;
      if (old.length > 0) {
        if (seenHead.length < HEAD_BYTES) seenHead = Buffer.concat([seenHead, old]).subarray(0, HEAD_BYTES);
        seen = Buffer.concat([seen, old.subarray(-MARK_BYTES)]).subarray(-MARK_BYTES);
      }
      if (offset < known.length) continue;
      if (!seen.equals(known.mark) || !seenHead.equals(known.head)) return yield* anew();
      if (old.length < chunk.length) yield take(chunk.subarray(old.length));
    }
    if (offset < known.length) yield* anew();
  }

  async function* anew(): AsyncGenerator<Uint8Array | 'anew'> {
    length = 0;
    head = Buffer.alloc(0);
    mark = Buffer.alloc(0);
    yield 'anew';
    for await (const chunk of open()) yield take(chunk);
  }

  return {
    more,
    get length() {
      return length;
    },
  };
}

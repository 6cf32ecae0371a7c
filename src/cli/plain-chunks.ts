import { unpack } from '../sessions/unpack.ts';

const ZSTD_SIGNATURE = [0x28, 0xb5, 0x2f, 0xfd];

/**
 * The lines of an input as they would stand in a plain file: unpacked where it is compressed by zstd. The
 * input tells by its first bytes, whatever it is called.
 */
export async function* plainChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array();
  while (isUndecided(head)) {
    const next = await source.next();
    if (next.done) break;
    // A copy only where more has to come: chunks are mostly large, and valid until the next is asked for.
    head = head.length === 0 && !isUndecided(next.value) ? next.value : Buffer.concat([head, next.value]);
  }
  const whole = startWith(head, source);
  if (isPacked(head)) yield* unpackedChunks(whole);
  else yield* whole;
}

async function* unpackedChunks(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* plainChunks(unpack(packed));
}

async function* startWith(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  yield* { [Symbol.asyncIterator]: () => rest };
}

function isPacked(head: Uint8Array): boolean {
  return ZSTD_SIGNATURE.every((byte, index) => head[index] === byte);
}

/** Too little has come to tell what it is. */
function isUndecided(head: Uint8Array): boolean {
  return head.length < ZSTD_SIGNATURE.length && head.every((byte, index) => ZSTD_SIGNATURE[index] === byte);
}

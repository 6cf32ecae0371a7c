import { ThreadlineError } from '../../errors.ts';
import { unpack } from './unpack.ts';

const ZSTD_SIGNATURE = [0x28, 0xb5, 0x2f, 0xfd];

/** The plain bytes of an input. Its first bytes show if it is compressed. No agent compresses twice. */
export async function* plainChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const stored = await withHead(chunks);
  if (!isPacked(stored.head)) {
    yield* stored.chunks;
    return;
  }
  const plain = await withHead(unpack(stored.chunks));
  if (isPacked(plain.head)) throw new ThreadlineError('damaged', 'the file is compressed twice; unpack it once');
  yield* plain.chunks;
}

/** Waits for enough bytes to recognise the input. */
async function withHead(chunks: AsyncIterable<Uint8Array>) {
  const source = chunks[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array();
  while (isUndecided(head)) {
    const next = await source.next();
    if (next.done) break;
    // Copies only if more must come: chunks are mostly large, and valid until the next is requested.
    head = head.length === 0 && !isUndecided(next.value) ? next.value : Buffer.concat([head, next.value]);
  }
  return { head, chunks: startWith(head, source) };
}

async function* startWith(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    yield* { [Symbol.asyncIterator]: () => rest };
  } finally {
    await rest.return?.();
  }
}

export function isPacked(head: Uint8Array): boolean {
  return ZSTD_SIGNATURE.every((byte, index) => head[index] === byte);
}

/** True if there are too few bytes to recognise it. */
function isUndecided(head: Uint8Array): boolean {
  return head.length < ZSTD_SIGNATURE.length && head.every((byte, index) => ZSTD_SIGNATURE[index] === byte);
}

import { closeSync, readSync } from 'node:fs';
import { fileFault } from './file-fault.ts';
import { nextTurn } from './next-turn.ts';
import { type OpenFile, openFile } from './open-file.ts';
import { isPacked, plainChunks } from './plain-chunks.ts';
import type { SourceBytesOptions } from './session-source.ts';
import type { SessionFile } from './store.ts';

/** Larger chunks gain nothing: their results are in memory at once, and the young generation grows with them. */
export const CHUNK_BYTES = 64 * 1024;

/** The plain bytes of a session file, unpacked if compressed. The rules are those of `SessionSource.read`. */
export async function* fileBytes(
  file: Pick<SessionFile, 'path' | 'realPath'>,
  { from = 0, onBytes, buffer }: SourceBytesOptions = {},
): AsyncGenerator<Uint8Array> {
  const open = await openFile(file);
  try {
    if (from === 0) yield* plainChunks(fileChunks(open, { onBytes, buffer }));
    else if (isPacked(headOf(open))) yield* leaveOut(plainChunks(fileChunks(open, { onBytes, buffer })), from);
    else yield* fileChunks(open, { onBytes, buffer, from });
  } catch (error) {
    throw fileFault(error, file.path);
  } finally {
    closeSync(open.descriptor);
  }
}

/** Reads on while bytes are appended. Fastest by far: synchronous, into one buffer, with turns for timers. */
export async function* fileChunks(
  { descriptor, size }: OpenFile,
  { onBytes, from, buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, size + 1)) }: SourceBytesOptions = {},
): AsyncGenerator<Uint8Array> {
  for (let position = from; ; ) {
    const length = readSync(descriptor, buffer, 0, buffer.length, position ?? null);
    if (length === 0) return;
    if (position !== undefined) position += length;
    yield buffer.subarray(0, length);
    onBytes?.(length);
    await nextTurn();
  }
}

/** All but the first bytes. */
export async function* leaveOut(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let left = most;
  for await (const chunk of chunks) {
    if (left < chunk.length) yield left > 0 ? chunk.subarray(left) : chunk;
    left = Math.max(0, left - chunk.length);
  }
}

/** The last bytes of a stream that is read to its end: as many as wanted, or more. */
export async function lastOf(chunks: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const kept: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    kept.push(Buffer.from(chunk));
    length += chunk.length;
    while (length - (kept[0]?.length ?? 0) >= most) length -= kept.shift()?.length ?? 0;
  }
  return Buffer.concat(kept);
}

function headOf({ descriptor }: OpenFile): Uint8Array {
  const head = Buffer.alloc(4);
  return head.subarray(0, readSync(descriptor, head, 0, head.length, 0));
}

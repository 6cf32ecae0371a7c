import { closeSync, readSync } from 'node:fs';
import { setImmediate as nextTick } from 'node:timers/promises';
import { fileFault } from './file-fault.ts';
import { type OpenFile, openFile } from './open-file.ts';
import { plainChunks } from './plain-chunks.ts';
import type { SessionFile } from './store.ts';

/** Larger ones gain nothing: what a chunk gives is in memory at once, and the young generation grows with it. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Gives the plain bytes of a session file: unpacked where it is compressed. Each chunk is valid until the next is asked for. Throws a ThreadlineError, after all that could be had, where the file
 * cannot be read to its end. `onBytes` is told how much of the stored file was read.
 */
export async function* plainBytes(file: SessionFile, onBytes?: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  if (file.open) {
    yield* plainChunks(file.open());
    return;
  }
  const open = await openFile(file);
  try {
    yield* plainChunks(fileChunks(open, onBytes));
  } catch (error) {
    throw fileFault(error, file.path);
  } finally {
    closeSync(open.descriptor);
  }
}

/**
 * No positions and no end known beforehand: what is appended while the file is read belongs to it. Synchronous reads
 * into one buffer are by far the fastest way to read a file; signals and timers have their turn between them.
 */
export async function* fileChunks({ descriptor, size }: OpenFile, onBytes?: (bytes: number) => void) {
  const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, size + 1));
  for (;;) {
    const length = readSync(descriptor, buffer, 0, buffer.length, null);
    if (length === 0) return;
    yield buffer.subarray(0, length);
    onBytes?.(length);
    await nextTick();
  }
}

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const CHUNK_BYTES = 64 * 1024;
/** A pipe in place of a file must not block, and a link put there must not be followed. */
export const CAREFUL_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Lends the last bytes of a regular file, piece by piece; false if it is not one. Throws the system's errors. */
export function readTail(path: string, most: number, onChunk: (chunk: Uint8Array) => void): boolean {
  const descriptor = openSync(path, CAREFUL_FLAGS);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return false;
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, stats.size + 1));
    let position = Math.max(0, stats.size - most);
    const end = position + most;
    while (position < end) {
      const length = readSync(descriptor, buffer, 0, Math.min(buffer.length, end - position), position);
      if (length === 0) break;
      onChunk(buffer.subarray(0, length));
      position += length;
    }
    return true;
  } finally {
    closeSync(descriptor);
  }
}

/** The last bytes of a regular file; undefined if it is not one. Read at once: a list asks for them of every file. */
export function lastBytes(path: string, most: number): Buffer | undefined {
  const descriptor = openSync(path, CAREFUL_FLAGS);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return undefined;
    const buffer = Buffer.allocUnsafe(Math.min(most, stats.size));
    const start = stats.size - buffer.length;
    let done = 0;
    while (done < buffer.length) {
      const length = readSync(descriptor, buffer, done, buffer.length - done, start + done);
      if (length === 0) break;
      done += length;
    }
    return buffer.subarray(0, done);
  } finally {
    closeSync(descriptor);
  }
}

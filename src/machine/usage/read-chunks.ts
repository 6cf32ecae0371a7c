import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { ThreadlineError } from '../../errors.ts';
import { errorCode } from '../sessions/file-fault.ts';
import { holeFault, storedBytes } from '../sessions/file-hole.ts';
import type { SessionSource } from '../sessions/session-source.ts';
import type { OnUsageProblem } from './usage-row.ts';

const CHUNK_BYTES = 256 * 1024;
/** Non-blocking: a FIFO without a writer would block forever. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** Lent to the file that is being read. A second file at the same time gets its own. */
let spare: Buffer | undefined;

/** Lends a file's bytes in pieces, to the end at the time it is reached. A file that cannot be read is a problem. */
export function* readChunks(path: string, onProblem: OnUsageProblem): Generator<Buffer> {
  const buffer = spare ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
  spare = undefined;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, FLAGS);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) {
      onProblem({ code: 'not-a-file', message: 'named like a session, but no regular file', path });
      return;
    }
    const hole = holeFault(stats.size, storedBytes(stats));
    if (hole) {
      onProblem({ code: 'too-large', message: hole.message, path });
      return;
    }
    for (let done = 0; ; ) {
      const length = readSync(descriptor, buffer, 0, CHUNK_BYTES, null);
      if (length === 0) return;
      yield buffer.subarray(0, length);
      done += length;
      // After a short read at the expected end, there is no need to ask for more.
      if (length < CHUNK_BYTES && done >= stats.size) return;
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === 'unknown') throw error;
    onProblem({ code: 'unreadable', message: `cannot be read (${code})`, path });
  } finally {
    spare = buffer;
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The same for a zstd file. */
export async function* readCompressedChunks(path: string, onProblem: OnUsageProblem): AsyncGenerator<Buffer> {
  // Loaded on demand: most homes hold no compressed file.
  const { unpack } = await import('../sessions/unpack.ts');
  let isEmpty = true;
  async function* packed(): AsyncGenerator<Uint8Array> {
    for (const chunk of readChunks(path, onProblem)) {
      isEmpty = false;
      // The engine keeps the bytes that it has not unpacked yet.
      yield Uint8Array.prototype.slice.call(chunk);
    }
  }
  try {
    for await (const { buffer, byteOffset, byteLength } of unpack(packed())) {
      yield Buffer.from(buffer, byteOffset, byteLength);
    }
  } catch (error) {
    if (!(error instanceof ThreadlineError)) throw error;
    const { code, message } = error;
    // An empty file holds no frame. That is not damage.
    if (!isEmpty) onProblem({ code: code === 'too-large' ? code : 'damaged', message, path });
  }
}

/** The same for a session that is not a file of its own. */
export async function* readSourceChunks(
  source: SessionSource,
  path: string,
  onProblem: OnUsageProblem,
): AsyncGenerator<Buffer> {
  try {
    for await (const { buffer, byteOffset, byteLength } of source.read()) {
      yield Buffer.from(buffer, byteOffset, byteLength);
    }
  } catch (error) {
    if (!(error instanceof ThreadlineError)) throw error;
    onProblem({ code: 'unreadable', message: error.message, path });
  }
}

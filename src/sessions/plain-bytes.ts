import { closeSync, readSync, read as readWithCallback } from 'node:fs';
import { promisify } from 'node:util';
import { fileError } from './file-error.ts';
import { type OpenRollout, openRollout } from './open-rollout.ts';
import type { SessionFile } from './session-file.ts';
import { unpack } from './unpack.ts';

const read = promisify(readWithCallback);
const CHUNK_BYTES = 256 * 1024;
/** Small steps: what a list shows stands within a few kilobytes in old files, within 40 in new ones. */
const HEAD_CHUNK_BYTES = 16 * 1024;

/**
 * Gives the plain bytes of a session file: unpacked where it is compressed. Throws a
 * ThreadlineError, after all that could be had, where the file cannot be read to its end.
 */
export function plainBytes(file: SessionFile): AsyncGenerator<Uint8Array> {
  return bytesOf(file, storedBytes);
}

/** The same for a caller who will stop early and keeps no chunk: reading at once is quicker than waiting for it. */
export function headBytes(file: SessionFile): AsyncGenerator<Uint8Array> {
  return bytesOf(file, storedBytesAtOnce);
}

async function* bytesOf(
  file: SessionFile,
  readStored: (rollout: OpenRollout) => AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const rollout = await openRollout(file);
  try {
    const stored = readStored(rollout);
    // A file of no bytes holds no frame; that it is empty is no damage.
    const plain = rollout.compressed && rollout.size > 0 ? unpack(stored) : stored;
    yield* plain;
  } catch (error) {
    throw fileError(error, file.path);
  } finally {
    closeSync(rollout.descriptor);
  }
}

/** No positions and no end known beforehand: what is appended while the file is read belongs to it. */
async function* storedBytes({ descriptor, size }: OpenRollout): AsyncGenerator<Uint8Array> {
  const chunkBytes = Math.min(CHUNK_BYTES, size + 1);
  for (;;) {
    const buffer = Buffer.allocUnsafeSlow(chunkBytes);
    const { bytesRead } = await read(descriptor, buffer, 0, chunkBytes, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

async function* storedBytesAtOnce({ descriptor, size }: OpenRollout): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(Math.min(HEAD_CHUNK_BYTES, size + 1));
  for (;;) {
    const bytesRead = readSync(descriptor, buffer, 0, buffer.length, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

import { closeSync, createReadStream, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ThreadlineError } from '../errors.ts';
import { describeSystemError, isSystemError } from './faults.ts';

/** Bytes to read, from a file, a pipe or standard input. */
export interface Input {
  /** What to call it in a message. */
  name: string;
  /** More may come at any time, so what came should be shown at once. */
  isLive: boolean;
  /** Each chunk is valid until the next is asked for. Faults of the machine are thrown as ThreadlineError. */
  chunks: AsyncIterable<Uint8Array>;
}

/** Larger ones gain nothing: what a chunk gives is in memory at once, and the young generation grows with it. */
const CHUNK_BYTES = 64 * 1024;
const STANDARD_INPUT = 0;

/** Opens the named file; `-` is standard input. */
export function openInput(path: string): Input {
  const isStandardInput = path === '-';
  const name = isStandardInput ? 'standard input' : path;
  try {
    const stats = isStandardInput ? fstatSync(STANDARD_INPUT) : statSync(path);
    if (stats.isDirectory()) throw new ThreadlineError('is-a-directory', `${name} is a directory`);
    if (stats.isFile()) return { name, isLive: false, chunks: readFileChunks(path, name) };
    const stream = isStandardInput ? process.stdin : createReadStream(path);
    return { name, isLive: true, chunks: readStreamChunks(stream, name) };
  } catch (error) {
    throw readError(error, name);
  }
}

/** Synchronous reads into one buffer are by far the fastest way to read a file. */
async function* readFileChunks(path: string, name: string): AsyncGenerator<Uint8Array> {
  let file: number | undefined;
  try {
    file = path === '-' ? STANDARD_INPUT : openSync(path, 'r');
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      const length = readSync(file, buffer);
      if (length === 0) return;
      yield buffer.subarray(0, length);
      // Lets signals and timers have their turn.
      await nextTurn();
    }
  } catch (error) {
    throw readError(error, name);
  } finally {
    if (file) closeSync(file);
  }
}

async function* readStreamChunks(stream: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw readError(error, name);
  }
}

function readError(error: unknown, name: string): Error {
  if (error instanceof ThreadlineError) return error;
  if (isSystemError(error) && error.code === 'ENOENT') {
    return new ThreadlineError('not-found', `${name} does not exist`, { cause: error });
  }
  const message = `cannot read ${name}: ${describeSystemError(error)}`;
  return new ThreadlineError('unreadable', message, { cause: error });
}

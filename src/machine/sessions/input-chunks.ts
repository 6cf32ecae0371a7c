import { closeSync, constants, createReadStream, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ThreadlineError } from '../../errors.ts';
import { machineLimits } from '../../limits/machine.ts';
import { errorCode, fileFault, isDirectory } from './file-fault.ts';
import { fileChunks } from './plain-bytes.ts';

/** Bytes that are not a session file: standard input, a pipe, a device. */
export interface Input {
  /** True if more may come at any time, so that output should appear at once. */
  isLive: boolean;
  /** A chunk is valid until the next is requested. Faults of the machine are thrown as ThreadlineError. */
  chunks: AsyncIterable<Uint8Array>;
}

const STANDARD_INPUT = 0;
const FIRST_BYTES = 4096;

export function openStandardInput(name: string): Input {
  try {
    const stats = fstatSync(STANDARD_INPUT);
    if (stats.isDirectory()) throw isDirectory(name);
    if (stats.isFile()) {
      const open = { descriptor: STANDARD_INPUT, size: stats.size };
      return { isLive: false, chunks: guarded(fileChunks(open), name) };
    }
    return { isLive: true, chunks: guarded(process.stdin, name) };
  } catch (error) {
    throw fileFault(error, name);
  }
}

/** Opens a path that is neither a file nor a folder; undefined for those, and if there is nothing. */
export function openPipe(path: string): Input | undefined {
  try {
    const stats = statSync(path);
    if (stats.isFile() || stats.isDirectory()) return undefined;
    const chunks = stats.isFIFO() ? pipeChunks(path) : createReadStream(path);
    return { isLive: true, chunks: guarded(chunks, path) };
  } catch {
    // Opening it as a file will report the fault.
    return undefined;
  }
}

async function* guarded(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw fileFault(error, name);
  }
}

/** Opens the pipe without waiting, then looks for a writer: a blocking open hangs where no signal reaches. */
async function* pipeChunks(path: string): AsyncGenerator<Uint8Array> {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  let isOurs = true;
  try {
    const first = await waitForWriter(descriptor, path);
    const { Socket } = await import('node:net');
    const socket = new Socket({ fd: descriptor, readable: true, writable: false });
    isOurs = false;
    if (first.length > 0) yield first;
    yield* socket;
  } finally {
    if (isOurs) closeSync(descriptor);
  }
}

/** Returns what was written during the wait; nothing if the writer is there and has not written yet. */
async function waitForWriter(descriptor: number, path: string): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafe(FIRST_BYTES);
  const patience = performance.now() + machineLimits.pipeWriterWaitMs;
  for (;;) {
    const length = tryRead(descriptor, buffer);
    if (length === undefined) return buffer.subarray(0, 0);
    if (length > 0) return buffer.subarray(0, length);
    if (performance.now() > patience) throw new ThreadlineError('unreadable', `nobody writes to the pipe ${path}`);
    await wait(machineLimits.pipeWriterRetryMs);
  }
}

/** Undefined if there is a writer that has not written yet; 0 if there is none. */
function tryRead(descriptor: number, buffer: Buffer): number | undefined {
  try {
    return readSync(descriptor, buffer, 0, buffer.length, null);
  } catch (error) {
    if (errorCode(error) === 'EAGAIN') return undefined;
    throw error;
  }
}

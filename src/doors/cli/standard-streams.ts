import { fstatSync } from 'node:fs';

// Node makes the stream of standard output or error on first use, which takes a tenth of its own start. So nothing asks
// for one before there is something to write.

/** Standard error. Write errors are ignored: there may be no reader of the diagnostics. */
export function standardError(): NodeJS.WriteStream {
  return heard(process.stderr);
}

/** Standard output. The callback of each write reports errors; without a listener the event would end the program. */
export function standardOutput(): NodeJS.WriteStream {
  return heard(process.stdout);
}

function heard(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (stream.listenerCount('error') === 0) stream.on('error', () => {});
  return stream;
}

/** True if a terminal is at the other end. A file or a pipe is recognised without making its stream. */
export function isTerminal(name: 'stdout' | 'stderr'): boolean {
  return isDevice(name === 'stdout' ? 1 : 2) && process[name].isTTY === true;
}

function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    // A Windows console may refuse to be examined.
    return process.platform === 'win32';
  }
}

import { fstatSync } from 'node:fs';

// Node makes a stream of standard output or error when it is first asked for, which takes a tenth of its own start. So
// nobody asks before there is something to write.

/** Standard error. Nobody may be left to read the diagnostics. */
export function standardError(): NodeJS.WriteStream {
  return heard(process.stderr);
}

/** Standard output. The callback of each write tells of errors; without a listener the event would end the program. */
export function standardOutput(): NodeJS.WriteStream {
  return heard(process.stdout);
}

function heard(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (stream.listenerCount('error') === 0) stream.on('error', () => {});
  return stream;
}

/** Whether a person's terminal is at the other end: a file or a pipe is told without its stream. */
export function isTerminal(name: 'stdout' | 'stderr'): boolean {
  return isDevice(name === 'stdout' ? 1 : 2) && process[name].isTTY === true;
}

function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    // A console of Windows may not be looked at.
    return process.platform === 'win32';
  }
}

import { fstatSync, type Stats, statSync, writeSync } from 'node:fs';

// Node makes the stream of standard output or error on first use, which takes a tenth of its own start. So nothing asks
// for one before there is something to write.

/** Standard error. Write errors are ignored: there may be no reader of the diagnostics. */
export function standardError(): NodeJS.WriteStream {
  return heard(process.stderr);
}

/** True from the first message on that the system did not take at once. */
let isErrorStreamed = false;

/** Writes a message to standard error. A file or a pipe takes it without a stream, which would write at once, too. */
export function writeMessage(text: string): void {
  const bytes = Buffer.from(text);
  const written = isErrorStreamed || isDevice(2) ? 0 : writtenNow(2, bytes);
  if (written === bytes.length) return;
  isErrorStreamed = true;
  standardError().write(bytes.subarray(written));
}

/** Writes bytes at once and gives the number that the system took. On any error, the stream meets it too and handles it. */
export function writtenNow(descriptor: number, bytes: Uint8Array): number {
  try {
    return writeSync(descriptor, bytes);
  } catch {
    return 0;
  }
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
    const stats = fstatSync(descriptor);
    return stats.isCharacterDevice() && !isNull(stats);
  } catch {
    // A Windows console may refuse to be examined.
    return process.platform === 'win32';
  }
}

/** What standard output is, as far as that tells how a writer may be delayed. `/dev/null` is as good as a file. */
export function outputKind(): 'file' | 'pipe' | 'terminal' {
  try {
    const stats = fstatSync(1);
    if (stats.isFile() || isNull(stats)) return 'file';
    return stats.isFIFO() || stats.isSocket() ? 'pipe' : 'terminal';
  } catch {
    return 'terminal';
  }
}

/** True for the device that takes all and keeps nothing. */
function isNull({ rdev }: Stats): boolean {
  if (rdev === 0 || process.platform === 'win32') return false;
  return statSync('/dev/null', { throwIfNoEntry: false })?.rdev === rdev;
}

/** Standard output as far as a layout asks. Only a terminal has more to tell than a stream that was never made. */
export function outputScreen(): Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> | Record<string, never> {
  return isTerminal('stdout') ? process.stdout : {};
}

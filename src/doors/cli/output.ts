import { type ExitCode, exitCodes } from './exit.ts';
import { writeError } from './faults.ts';
import { createOutputFile, type OutputFileOptions } from './output-file.ts';
import { isTerminal, outputKind, standardOutput, writtenNow } from './standard-streams.ts';

/** The final destination of the text. */
export interface OutputSink {
  /** True if a person's terminal shows it. */
  readonly isTerminal: boolean;
  /** Resolves when the system has taken the text, so that a slow reader slows us. */
  write(text: string | Uint8Array): Promise<void>;
  /** Ends complete output. */
  commit(): void;
  /** Ends incomplete output and leaves nothing behind. */
  discard(): void;
}

/** Buffers text and writes it in large pieces. */
export interface Output extends OutputSink {
  /** Adds text. The next `flush` writes it. */
  append(text: string): void;
  /** True when enough is buffered to be worth a write. */
  readonly isFull: boolean;
  flush(): Promise<void>;
}

const WORTH_A_WRITE = 64 * 1024;

/** Opens the named file, or standard output for no name or `-`. */
export function openOutput(path = '-', options: OutputFileOptions = {}): Output {
  const sink = path === '-' ? createStandardOutput() : createOutputFile(path, options);
  let gathered = '';

  async function flush(): Promise<void> {
    if (gathered === '') return;
    const text = gathered;
    gathered = '';
    await sink.write(text);
  }

  return {
    ...sink,
    append(text) {
      gathered += text;
    },
    get isFull() {
      return gathered.length >= WORTH_A_WRITE;
    },
    flush,
  };
}

/** This much fits into an empty pipe. */
const SHORT_BYTES = 4096;

/** Prints a command's whole output and ends it with success. Short text needs no stream, which takes longer to make. */
export async function printOnce(text: string | Uint8Array): Promise<ExitCode> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const written = bytes.length > SHORT_BYTES ? 0 : writtenNow(1, bytes);
  if (written < bytes.length) await createStandardOutput().write(bytes.subarray(written));
  return exitCodes.ok;
}

function createStandardOutput(): OutputSink {
  return {
    isTerminal: isTerminal('stdout'),
    write: (text) =>
      new Promise((resolve, reject) => {
        const done = (error?: Error | null) => (error ? reject(writeError(error, 'standard output')) : resolve());
        const bytes = typeof text === 'string' ? Buffer.from(text) : text;
        const written = writeFirst(bytes);
        if (written === bytes.length) resolve();
        else standardOutput().write(bytes.subarray(written), done);
      }),
    commit() {},
    discard() {},
  };
}

/** The bytes that may still be written without the stream. */
let room: number | undefined;

/** Writes what no reader can delay without a stream, unless one has begun. Gives the number of bytes that the system took. */
function writeFirst(bytes: Uint8Array): number {
  room ??= { file: Number.POSITIVE_INFINITY, pipe: SHORT_BYTES, terminal: 0 }[outputKind()];
  const written = bytes.length > room ? 0 : writtenNow(1, bytes);
  room = written < bytes.length ? 0 : room - written;
  return written;
}

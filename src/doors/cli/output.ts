import { writeSync } from 'node:fs';
import { type ExitCode, exitCodes } from './exit.ts';
import { writeError } from './faults.ts';
import { createOutputFile, type OutputFileOptions } from './output-file.ts';
import { isTerminal, standardOutput } from './standard-streams.ts';

/** Where the text goes in the end. */
export interface OutputSink {
  /** True when a person's terminal shows it. */
  readonly isTerminal: boolean;
  /** Done when the system has taken the text: a slow reader slows us. */
  write(text: string | Uint8Array): Promise<void>;
  /** The output is whole. */
  commit(): void;
  /** The output will not be whole: leave nothing behind. */
  discard(): void;
}

/** Gathers text and writes it in large pieces. */
export interface Output extends OutputSink {
  /** Adds text; it is written with the next `flush`. */
  append(text: string): void;
  /** Enough was gathered to be worth a write. */
  readonly isFull: boolean;
  flush(): Promise<void>;
}

const WORTH_A_WRITE = 64 * 1024;

/** Opens the named file, or standard output for none or `-`. */
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

/** So much fits into a pipe that nobody has written to yet. */
const SHORT_BYTES = 4096;

/** Prints all that a command has to say, and ends it well. A short text needs no stream, which takes longer to be made. */
export async function printOnce(text: string | Uint8Array): Promise<ExitCode> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const written = bytes.length > SHORT_BYTES ? 0 : writeNow(bytes);
  if (written < bytes.length) await createStandardOutput().write(bytes.subarray(written));
  return exitCodes.ok;
}

/** How much of it the system took. */
function writeNow(bytes: Uint8Array): number {
  try {
    return writeSync(1, bytes);
  } catch {
    // Whatever is wrong, the stream finds it too, and who waits for it knows what to do.
    return 0;
  }
}

function createStandardOutput(): OutputSink {
  return {
    isTerminal: isTerminal('stdout'),
    write: (text) =>
      new Promise((resolve, reject) => {
        const done = (error?: Error | null) => (error ? reject(writeError(error, 'standard output')) : resolve());
        standardOutput().write(text, done);
      }),
    commit() {},
    discard() {},
  };
}

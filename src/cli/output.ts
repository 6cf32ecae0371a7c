import { writeError } from './faults.ts';
import { createOutputFile } from './output-file.ts';

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
export function openOutput(path = '-'): Output {
  const sink = path === '-' ? createStandardOutput() : createOutputFile(path);
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

function createStandardOutput(): OutputSink {
  const { stdout } = process;
  // The callback of each write tells of errors; without a listener the event would end the program as well.
  if (stdout.listenerCount('error') === 0) stdout.on('error', () => {});
  return {
    isTerminal: stdout.isTTY === true,
    write: (text) =>
      new Promise((resolve, reject) => {
        stdout.write(text, (error) => (error ? reject(writeError(error, 'standard output')) : resolve()));
      }),
    commit() {},
    discard() {},
  };
}

import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { createRedactor } from '../../core/redact/index.ts';
import { ThreadlineError } from '../../errors.ts';
import { cutText } from './answer.ts';

/** One call in the log. */
export interface LoggedCall {
  tool: string;
  client: string | undefined;
  arguments: unknown;
  /** The size of the answer. */
  bytes: number;
  error?: string | undefined;
  ms: number;
}

export interface CallLog {
  add(call: LoggedCall): void;
  close(): void;
}

const LONGEST_ARGUMENTS = 2000;

/** Logs calls in a file, a line of JSON each, readable only by its owner. Answers and secrets are not logged. */
export function openCallLog(path: string, now: () => number = Date.now): CallLog {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  let file: number;
  try {
    file = openSync(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0o600);
  } catch (error) {
    throw new ThreadlineError('write-failed', `cannot write the log ${path}`, { cause: error });
  }
  if (!fstatSync(file).isFile()) {
    closeSync(file);
    throw new ThreadlineError('write-failed', `the log ${path} is no file`);
  }
  return {
    add({ arguments: given, ...call }) {
      const redactor = createRedactor({ level: 'strict' });
      const text = cutText(redactor.text(JSON.stringify(given) ?? ''), LONGEST_ARGUMENTS);
      const line = { time: new Date(now()).toISOString(), ...redactor.value(call), arguments: text };
      try {
        writeSync(file, `${JSON.stringify(line)}\n`);
      } catch {
        // A full disk is no reason not to answer.
      }
    },
    close: () => closeSync(file),
  };
}

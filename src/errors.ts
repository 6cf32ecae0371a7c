/** What can be wrong with a line. Bad data is data: a problem stands in the stream and is never thrown. */
export type ProblemCode =
  /** The line is not JSON. */
  | 'invalid-json'
  /** The line is JSON, but `null`, an array, a string, a number or a boolean. */
  | 'not-an-object'
  /** The object has no string that says what it is. */
  | 'missing-type'
  /** The line is longer than `maxLineBytes`; it was skipped and reading went on after it. */
  | 'line-too-long'
  /** The value is nested too deeply to be written again. */
  | 'too-deep'
  /** Bytes that are not UTF-8; they were read as U+FFFD. */
  | 'invalid-utf8'
  /** The last line has no newline and does not parse: the writer was cut off. */
  | 'truncated-tail'
  /** A field has a value of the wrong type; the value stands in `extra`. */
  | 'bad-field'
  /** Two or more records on one line; all that could be read were. */
  | 'glued-records'
  /**
   * A line holds more values than `maxLineValues`; it was skipped and reading went on after it. Or a file is larger than
   * the limits allow, once it is unpacked or on the disk; reading stopped there.
   */
  | 'too-large'
  /** While a session is followed: its file was cut, replaced or written anew, and is read from its beginning. */
  | 'file-reset'
  /** While a session is followed: its file was deleted. */
  | 'file-gone'
  /** While a session is followed: its file cannot be read at the moment. */
  | 'file-unreadable'
  /** Only with `strict`: an event that needs a thread or a turn came without one. */
  | 'missing-context'
  /** Only with `strict`: an event kind that this version does not know. */
  | 'unknown-event'
  /** Only with `strict`: an item kind that this version does not know. */
  | 'unknown-item';

/** Something wrong in the data. `raw` holds the offending text where it is of use, never more than a named limit. */
export interface Problem {
  code: ProblemCode;
  /** One sentence for people. Never holds a whole payload. */
  message: string;
  /** The text it is about: the whole line for a line that could not be read. */
  raw?: string | undefined;
  /** The line and the offset in the first input, of a problem that was read back from `convert --to events`. */
  line?: number | undefined;
  offset?: number | undefined;
}

/** Faults of the machine: the file system, a process, the environment. */
export type ThreadlineErrorCode =
  | 'not-found'
  | 'unreadable'
  | 'is-a-directory'
  | 'write-failed'
  | 'timeout'
  | 'damaged'
  | 'too-large'
  | 'spawn-failed'
  | 'listen-failed'
  | 'unsupported'
  | 'busy'
  | 'unreachable'
  | 'refused'
  | 'resumed'
  | 'answered'
  | 'not-possible'
  | 'closed'
  | 'not-installed';

/** Thrown for a fault of the machine only. A bad call throws TypeError; bad data is a `Problem`. */
export class ThreadlineError extends Error {
  override readonly name = 'ThreadlineError';
  /** What went wrong, for programs. */
  readonly code: ThreadlineErrorCode;

  constructor(code: ThreadlineErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }

  /** By the name: a program may hold this class twice, as the bundles of the command line do. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ThreadlineError';
  }
}

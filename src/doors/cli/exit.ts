/** The exit codes. They are a contract. */
export const exitCodes = {
  /** Also for an empty input or list, and if the reader closed the pipe. */
  ok: 0,
  /** The answer is no: the agent failed, the search found nothing, a budget is exceeded, a rule is broken. */
  answerIsNo: 1,
  usage: 2,
  /** No dialect recognises the input, or it has bad lines and `--strict` was given. */
  badInput: 3,
  /** A file is missing, unreadable or a directory, the output cannot be written, or there is no agent to run. */
  environment: 4,
  /** Ended by a signal: as in a shell, 128 plus its number. */
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends the program, or the work on one file, with a message for people. */
export class ExitError extends Error {
  override readonly name = 'ExitError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** An error for wrong arguments. `command` is the command whose help to suggest. */
export function usageError(message: string, command?: string): ExitError {
  const help = command ? `threadline ${command} --help` : 'threadline --help';
  return new ExitError(exitCodes.usage, `${message}; see '${help}'`);
}

/** The exit code of a foreseen error. It goes by the error's name: each command is bundled with its own classes. */
export function exitCodeOf(error: unknown): ExitCode | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'ExitError' && 'exitCode' in error) {
    return Object.values(exitCodes).find((code) => code === error.exitCode);
  }
  return error.name === 'ThreadlineError' ? exitCodes.environment : undefined;
}

/** The signals that ask a program to end. */
const SIGNALS = {
  SIGHUP: exitCodes.hungUp,
  SIGINT: exitCodes.interrupted,
  SIGTERM: exitCodes.terminated,
} as const;

/** Commands share only the process with the program that started them. */
const SIGNAL_EVENT = 'threadline:signal';
const processEvents: NodeJS.EventEmitter = process;

/** Makes a signal end the program, unless a command has something to end first. */
export function exitOnSignals(): void {
  for (const [signal, exitCode] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      if (!processEvents.emit(SIGNAL_EVENT, exitCode)) process.exit(exitCode);
    });
  }
}

/** Lets a command end itself on a signal. `listener` gets the exit code to end with. */
export function takeSignals(listener: (exitCode: ExitCode) => void): void {
  processEvents.on(SIGNAL_EVENT, listener);
}

/** The end of a command that runs until a signal comes. */
export interface Ending {
  /** Aborted by the first signal. */
  signal: AbortSignal;
  /** Resolves at the first signal, with its exit code. */
  came: Promise<ExitCode>;
  /** The exit code of the first signal, or `ok` if none came. */
  exitCode(): ExitCode;
}

/** Lets signals end a command that uses an AbortSignal. */
export function endOnSignal(): Ending {
  const stop = new AbortController();
  let exitCode: ExitCode = exitCodes.ok;
  const came = new Promise<ExitCode>((resolve) => {
    takeSignals((code) => {
      exitCode ||= code;
      stop.abort();
      resolve(code);
    });
  });
  return { signal: stop.signal, came, exitCode: () => exitCode };
}

import { type ExitCode, exitCodes } from './exit.ts';

/** The signals that ask a program to end. */
const SIGNALS = {
  SIGHUP: exitCodes.hungUp,
  SIGINT: exitCodes.interrupted,
  SIGTERM: exitCodes.terminated,
} as const;

let onSignal = (exitCode: ExitCode): void => process.exit(exitCode);

/** From here on a signal ends the program, unless a command has something to end first. */
export function exitOnSignals(): void {
  for (const [signal, exitCode] of Object.entries(SIGNALS)) process.on(signal, () => onSignal(exitCode));
}

/** Lets a command end by itself when a signal comes: `listener` sees to it, with the exit code to end with. */
export function takeSignals(listener: (exitCode: ExitCode) => void): void {
  onSignal = listener;
}

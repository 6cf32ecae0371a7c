import type { CliContext } from './agents.ts';
import { commands, globalHelp } from './commands.ts';
import { type ExitCode, exitCodeOf, exitCodes, exitOnSignals, usageError } from './exit.ts';
import { READER_GONE } from './faults.ts';
import { didYouMean } from './nearest.ts';
import { printOnce } from './output.ts';
import { report } from './report.ts';

/** Runs the command that the arguments name, and ends the process with its exit code. */
export function runAndExit(args: readonly string[], context: CliContext): Promise<never> {
  return exitAfter(() => dispatch(args, context));
}

export function printAndExit(text: string | Uint8Array): Promise<never> {
  return exitAfter(() => printOnce(text));
}

async function exitAfter(work: () => Promise<ExitCode>): Promise<never> {
  exitOnSignals();
  const exitCode = await work().catch(exitCodeOrThrow);
  // The system has taken all output by now, and a read that still waits on a quiet pipe must not delay the end.
  process.exit(exitCode);
}

/** Reports a foreseen error. A defect of ours is rethrown with its stack. */
function exitCodeOrThrow(error: unknown): ExitCode {
  if (error instanceof Error && error.name === READER_GONE) return exitCodes.ok;
  const exitCode = exitCodeOf(error);
  if (exitCode === undefined || !(error instanceof Error)) throw error;
  report(error.message);
  return exitCode;
}

async function dispatch([name = 'help', ...args]: readonly string[], context: CliContext): Promise<ExitCode> {
  if (name === 'help') return help(args[0]);
  const command = await loadCommand(name);
  return asksForHelp(args) ? printOnce(await command.help()) : command.run(args, context);
}

async function help(name: string | undefined): Promise<ExitCode> {
  return printOnce(name === undefined || name === 'help' ? globalHelp() : await (await loadCommand(name)).help());
}

function loadCommand(name: string) {
  const entry = commands.find((command) => command.name === name);
  if (entry) return entry.load();
  const hint = didYouMean(name, [...commands.map((command) => command.name), 'help', '--help', '--version']);
  throw usageError(`unknown ${name.startsWith('-') ? 'option' : 'command'} '${name}'${hint}`);
}

/** Checked before anything else: a person who asks for help may not know yet what to write. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const options = end === -1 ? args : args.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

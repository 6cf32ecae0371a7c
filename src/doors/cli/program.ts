import type { CliContext } from './agents.ts';
import { commands } from './commands.ts';
import { type ExitCode, ExitError, exitCodeOf, exitCodes, exitOnSignals, usageError } from './exit.ts';
import { READER_GONE, systemFaultText } from './faults.ts';
import { globalHelp, topicHelp, topics } from './help.ts';
import { nearest } from './nearest.ts';
import { commandFor } from './other-names.ts';
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

/** Reports a foreseen error, or one of the system. A defect of ours is rethrown with its stack. */
function exitCodeOrThrow(error: unknown): ExitCode {
  if (error instanceof Error && error.name === READER_GONE) return exitCodes.ok;
  const exitCode = exitCodeOf(error);
  const fault = exitCode === undefined ? systemFaultText(error) : undefined;
  if (fault !== undefined) {
    report(fault);
    return exitCodes.environment;
  }
  if (exitCode === undefined || !(error instanceof Error)) throw error;
  report(error.message);
  return exitCode;
}

async function dispatch([name = 'help', ...args]: readonly string[], context: CliContext): Promise<ExitCode> {
  if (name === 'help') return help(args[0]);
  // `threadline --help usage`: as for programs whose help comes first.
  if (asksForHelp([name])) return help(args.find((arg) => !arg.startsWith('-')));
  const command = await loadCommand(name);
  return asksForHelp(args) ? printOnce(await command.help()) : command.run(args, context);
}

/** A group may be called like one of its commands. Then both are shown. */
async function help(name = 'help'): Promise<ExitCode> {
  if (name === 'help') return printOnce(globalHelp());
  const topic = topicHelp(name);
  if (topic !== undefined && !commands.some((command) => command.name === name)) return printOnce(topic);
  const text = await (await loadCommand(name, topics())).help();
  return printOnce(topic === undefined ? text : `${topic}\n${text}`);
}

function loadCommand(name: string, otherNames: readonly string[] = ['help', '--help', '--version']) {
  const entry = commands.find((command) => command.name === name);
  if (entry) return entry.load();
  const meant = commandFor(name) ?? nearest(name, [...commands.map((command) => command.name), ...otherNames]);
  const message = `unknown ${name.startsWith('-') ? 'option' : 'command'} '${name}'`;
  if (meant === undefined) throw usageError(message);
  throw new ExitError(exitCodes.usage, `${message}; did you mean 'threadline ${meant}'?`);
}

/** Checked before anything else: a person who asks for help may not know yet what to write. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const options = end === -1 ? args : args.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

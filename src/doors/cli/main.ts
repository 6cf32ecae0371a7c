import type { CliContext } from './agents.ts';
import { keepCompiledCode } from './compile-cache.ts';
import { globalHelp } from './help.ts';

// `--version` and `--help` should start as fast as Node itself. A static import of node:fs alone would add a tenth to
// that (Node then loads everything the module exports), so everything else is loaded when it is needed.

const VERSION_WORDS = ['--version', '-V', '-v', 'version'];
const HELP_WORDS = ['--help', '-h', 'help'];

/** The command line: runs the command that the arguments name, and ends the process with its exit code. */
export async function main(args: readonly string[], context: CliContext = {}): Promise<void> {
  // An empty variable names no folder: what is kept below it would lie in the working folder.
  if (process.env.HOME === '') delete process.env.HOME;
  const [first = 'help', ...others] = args;
  if (VERSION_WORDS.includes(first)) return print(`${packageVersion()}\n`);
  if (HELP_WORDS.includes(first) && others.length === 0) return print(globalHelp());
  // A program that brings agents of its own decides for itself.
  if (!context.agents) keepCompiledCode();
  const { runAndExit } = await import('./program.ts');
  return runAndExit(args, context);
}

/** The package's version. The source and the build are at the same depth below package.json. */
function packageVersion(): string {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}

async function print(text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  let written = 0;
  try {
    written = process.getBuiltinModule('node:fs').writeSync(1, bytes);
  } catch {
    // On any error, the ordinary path meets it too and handles it.
  }
  if (written < bytes.length) await (await import('./program.ts')).printAndExit(bytes.subarray(written));
}

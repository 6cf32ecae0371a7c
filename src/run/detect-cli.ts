import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { findNativeBinary, platformPackage } from './native-binary.ts';

export const INSTALL_HINT = 'Install it with: npm install -g @openai/codex (or set CODEX_CLI_PATH).';
export const CLI_NAME = 'Codex CLI';

export interface DetectCliOptions {
  /** Where CODEX_CLI_PATH, PATH and HOME are looked up; this process's environment by default. */
  env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds the Codex program: CODEX_CLI_PATH, then PATH, then the usual places, then the npm package beside this one.
 * Where the npm package's wrapper is found, the native program behind it is given: the wrapper does not always pass on
 * how it is ended. Undefined when there is none.
 */
export function detectCli({ env = process.env }: DetectCliOptions = {}): string | undefined {
  for (const candidate of candidates(env)) {
    if (isExecutable(candidate)) return behindWrapper(candidate);
  }
  return findNativeBinary(installedBeside());
}

function* candidates(env: Readonly<Record<string, string | undefined>>): Generator<string> {
  if (env.CODEX_CLI_PATH) yield env.CODEX_CLI_PATH;
  const name = process.platform === 'win32' ? 'codex.exe' : 'codex';
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    // An empty or relative entry means the working folder, which may be anybody's.
    if (isAbsolute(folder)) yield join(folder, name);
  }
  if (process.platform === 'win32') return;
  const home = env.HOME || homedir();
  yield join('/opt/homebrew/bin', name);
  yield join('/usr/local/bin', name);
  yield join('/usr/bin', name);
  for (const folder of ['.local/bin', 'bin', '.npm-global/bin', '.bun/bin', '.volta/bin'])
    yield join(home, folder, name);
}

function isExecutable(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    if (!isScript(path)) accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A program in JavaScript, which Node runs whether or not it is marked as executable. */
export function isScript(path: string): boolean {
  return /\.[cm]?js$/.test(path);
}

function behindWrapper(path: string): string {
  const real = realpathSync(path);
  const packageFolder = dirname(dirname(real));
  if (basename(real) !== 'codex.js' || basename(packageFolder) !== 'codex') return path;
  return findNativeBinary([packageFolder, ...platformPackage(packageFolder)]) ?? path;
}

/** The packages that are installed where this one is. Not those of the working folder: it may be anybody's. */
function installedBeside(): string[] {
  try {
    const manifest = createRequire(import.meta.url).resolve('@openai/codex/package.json');
    return [dirname(manifest), ...platformPackage(dirname(manifest))];
  } catch {
    return [];
  }
}

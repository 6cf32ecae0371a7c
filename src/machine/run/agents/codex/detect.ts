import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { type Environment, findProgram } from '../../find-program.ts';
import { findNativeBinary, platformPackage } from './native-binary.ts';

/**
 * Finds the Codex program: CODEX_CLI_PATH, then PATH, then the usual places, then the npm package beside this one.
 * Where the npm package's wrapper is found, the native program behind it is given: the wrapper does not always pass on
 * how it is ended. Undefined when there is none.
 */
export function detectCodex(env: Environment): string | undefined {
  const found = findProgram('codex', { variable: 'CODEX_CLI_PATH', env });
  return found === undefined ? findNativeBinary(installedBeside()) : behindWrapper(found);
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

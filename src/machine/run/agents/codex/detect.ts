import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type Environment, findProgram, fromPackageBeside } from '../../find-program.ts';
import { findNativeBinary, platformPackage } from './native-binary.ts';

/** Searches CODEX_CLI_PATH, PATH, usual places, the npm package: the native program, as the wrapper hides signals. */
export function detectCodex(env: Environment): string | undefined {
  const found = findProgram('codex', { variable: 'CODEX_CLI_PATH', env });
  return found === undefined ? fromPackageBeside('@openai/codex', nativeOf) : behindWrapper(found);
}

function behindWrapper(path: string): string {
  const real = realpathSync(path);
  const packageFolder = dirname(dirname(real));
  if (basename(real) !== 'codex.js' || basename(packageFolder) !== 'codex') return path;
  return nativeOf(packageFolder) ?? path;
}

function nativeOf(packageFolder: string): string | undefined {
  return findNativeBinary([packageFolder, ...platformPackage(packageFolder)]);
}

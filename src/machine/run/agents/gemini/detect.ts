import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isObject, parseObject } from '../../../../core/lines/json.ts';
import { type Environment, findProgram } from '../../find-program.ts';

/** Looks at GEMINI_CLI_PATH, PATH, the usual places, then the npm package beside this one. */
export function detectGemini(env: Environment): string | undefined {
  return findProgram('gemini', { variable: 'GEMINI_CLI_PATH', env }) ?? installedBeside();
}

/** The package that is installed where this one is. Not that of the working folder: it may be anybody's. */
function installedBeside(): string | undefined {
  try {
    return geminiOfPackage(dirname(createRequire(import.meta.url).resolve('@google/gemini-cli/package.json')));
  } catch {
    return undefined;
  }
}

/** The program of an npm package, which has been in one folder or another. */
export function geminiOfPackage(folder: string): string | undefined {
  const { bin } = parseObject(readFileSync(join(folder, 'package.json'), 'utf8')) ?? {};
  const named = isObject(bin) ? bin.gemini : bin;
  const path = typeof named === 'string' ? join(folder, named) : undefined;
  return path !== undefined && existsSync(path) ? path : undefined;
}

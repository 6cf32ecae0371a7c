import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, parseObject } from '../../../../core/lines/json.ts';
import { type Environment, findProgram, fromPackageBeside } from '../../find-program.ts';

/** Searches GEMINI_CLI_PATH, PATH, the usual places, then the npm package beside this one. */
export function detectGemini(env: Environment): string | undefined {
  const found = findProgram('gemini', { variable: 'GEMINI_CLI_PATH', env });
  return found ?? fromPackageBeside('@google/gemini-cli', geminiOfPackage);
}

/** The program of an npm package. Its folder differs between versions. */
export function geminiOfPackage(folder: string): string | undefined {
  const { bin } = parseObject(readFileSync(join(folder, 'package.json'), 'utf8')) ?? {};
  const named = isObject(bin) ? bin.gemini : bin;
  const path = typeof named === 'string' ? join(folder, named) : undefined;
  return path !== undefined && existsSync(path) ? path : undefined;
}

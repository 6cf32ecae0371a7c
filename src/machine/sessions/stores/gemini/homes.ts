import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment, StoreHomes } from '../../store.ts';

const FOLDER = '.gemini';

/** GEMINI_CLI_HOME replaces the person's home folder. Gemini's folder is in it, as in the usual place. */
export function geminiHomes(env: Environment): StoreHomes {
  const named = env.GEMINI_CLI_HOME?.trim() ?? '';
  if (named !== '') return { paths: [join(named, FOLDER)], isNamed: true };
  return { paths: [join(env.HOME || homedir(), FOLDER)], isNamed: false };
}

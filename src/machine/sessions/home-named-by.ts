import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment, StoreHomes } from './store.ts';

/** The home that the first of these variables names, else this folder in the user's own. */
export function homeNamedBy(env: Environment, variables: readonly string[], ...usual: readonly string[]): StoreHomes {
  const named = variables.map((name) => env[name]?.trim() ?? '').find((path) => path !== '');
  if (named !== undefined) return { paths: [named], isNamed: true };
  return { paths: [join(env.HOME || homedir(), ...usual)], isNamed: false };
}

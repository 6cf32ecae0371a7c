import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment, StoreHomes } from './store.ts';

/** The home that the first of these variables names, else this folder in the user's own. */
export function homeNamedBy(env: Environment, variables: readonly string[], ...usual: readonly string[]): StoreHomes {
  const named = variables.map((name) => env[name]?.trim() ?? '').find((path) => path !== '');
  if (named !== undefined) return { paths: [named], isNamed: true };
  return { paths: [join(env.HOME || homedir(), ...usual)], isNamed: false };
}

/** The same for an agent that takes `~` in these variables for the user's own folder, as a shell does outside of quotes. */
export function homeWithTilde(env: Environment, variables: readonly string[], ...usual: readonly string[]): StoreHomes {
  const { paths, isNamed } = homeNamedBy(env, variables, ...usual);
  return {
    paths: paths.map((path) => (/^~(?:[\\/]|$)/.test(path) ? join(env.HOME || homedir(), path.slice(1)) : path)),
    isNamed,
  };
}

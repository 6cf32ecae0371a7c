import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { namedHomes } from '../../homes.ts';
import type { Environment, StoreHomes } from '../../store.ts';

/** CODEX_HOME may name several homes, as other tools allow: separated by commas or as in PATH. */
export function codexHomes(env: Environment): StoreHomes {
  const usual = { paths: [join(env.HOME || homedir(), '.codex')], isNamed: false };
  return namedHomes(env.CODEX_HOME, [',', delimiter]) ?? usual;
}

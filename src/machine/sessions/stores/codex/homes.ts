import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { realFolder } from '../../homes.ts';
import type { Environment, StoreHomes } from '../../store.ts';

/** CODEX_HOME may name several homes, as other tools allow: separated by commas or as in PATH. */
export function codexHomes(env: Environment): StoreHomes {
  const value = env.CODEX_HOME ?? '';
  // A single folder whose name holds a separator is still a single folder.
  if (realFolder(value) !== undefined) return { paths: [value], isNamed: true };
  const listed = value
    .split(',')
    .flatMap((part) => part.split(delimiter))
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (listed.length > 0) return { paths: listed, isNamed: true };
  return { paths: [join(env.HOME || homedir(), '.codex')], isNamed: false };
}

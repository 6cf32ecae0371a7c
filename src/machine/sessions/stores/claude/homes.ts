import { homedir } from 'node:os';
import { join } from 'node:path';
import { realFolder } from '../../homes.ts';
import type { Environment, StoreHomes } from '../../store.ts';

/** CLAUDE_CONFIG_DIR may name several homes, separated by commas, as other tools allow. */
export function claudeHomes(env: Environment): StoreHomes {
  const value = env.CLAUDE_CONFIG_DIR ?? '';
  // A single folder whose name holds a comma is still a single folder.
  if (realFolder(value) !== undefined) return { paths: [value], isNamed: true };
  const listed = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (listed.length > 0) return { paths: listed, isNamed: true };
  const home = env.HOME || homedir();
  const config = env.XDG_CONFIG_HOME || join(home, '.config');
  return { paths: [join(home, '.claude'), join(config, 'claude')], isNamed: false };
}

import { homedir } from 'node:os';
import { join } from 'node:path';
import { namedHomes } from '../../homes.ts';
import type { Environment, StoreHomes } from '../../store.ts';
import { desktopHomes } from './desktop.ts';

/** CLAUDE_CONFIG_DIR may name several homes, separated by commas, as other tools allow. */
export function claudeHomes(env: Environment): StoreHomes {
  const home = env.HOME || homedir();
  const config = env.XDG_CONFIG_HOME || join(home, '.config');
  const usual = { paths: [join(home, '.claude'), join(config, 'claude'), ...desktopHomes(env)], isNamed: false };
  return namedHomes(env.CLAUDE_CONFIG_DIR, [',']) ?? usual;
}

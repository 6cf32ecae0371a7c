import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment, StoreHomes } from '../../store.ts';

/** `~/.cursor` of the command line, and the editor's folder of the person, in the place of the system. */
export function cursorHomes(env: Environment): StoreHomes {
  const home = env.HOME || homedir();
  const editors: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(home, 'Library', 'Application Support', 'Cursor', 'User'),
    win32: join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Cursor', 'User'),
  };
  const editor =
    editors[process.platform] ?? join(env.XDG_CONFIG_HOME?.trim() || join(home, '.config'), 'Cursor', 'User');
  return { paths: [join(home, '.cursor'), editor], isNamed: false };
}

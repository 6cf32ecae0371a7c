import { homedir, platform } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Environment, StoreHomes } from '../../store.ts';

/**
 * The folder that holds `sessions/sessions.db`. GOOSE_PATH_ROOT names the folder above goose's data, XDG_DATA_HOME the
 * folder of all programs' data. Goose takes no relative path of either.
 */
export function gooseHomes(env: Environment): StoreHomes {
  const root = absolute(env.GOOSE_PATH_ROOT);
  if (root !== undefined) return { paths: [join(root, 'data')], isNamed: true };
  const data = absolute(env.XDG_DATA_HOME);
  if (data !== undefined) return { paths: [join(data, 'goose')], isNamed: false };
  const home = env.HOME || homedir();
  const paths = [join(home, '.local', 'share', 'goose')];
  if (platform() === 'darwin') paths.push(join(home, 'Library', 'Application Support', 'Block.block.goose'));
  if (platform() === 'win32' && env.APPDATA) paths.push(join(env.APPDATA, 'Block', 'goose', 'data'));
  return { paths, isNamed: false };
}

function absolute(value = ''): string | undefined {
  const path = value.trim();
  return isAbsolute(path) ? path : undefined;
}

import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import type { Environment, StoreHomes } from '../../store.ts';

/**
 * The folder that holds `sessions/sessions.db`. GOOSE_PATH_ROOT names the folder above goose's data, XDG_DATA_HOME the
 * folder of all programs' data.
 */
export function gooseHomes(env: Environment): StoreHomes {
  const root = env.GOOSE_PATH_ROOT?.trim();
  if (root) return { paths: [join(root, 'data')], isNamed: true };
  const data = env.XDG_DATA_HOME?.trim();
  if (data) return { paths: [join(data, 'goose')], isNamed: false };
  const home = env.HOME || homedir();
  const paths = [join(home, '.local', 'share', 'goose')];
  if (platform() === 'darwin') paths.push(join(home, 'Library', 'Application Support', 'Block.block.goose'));
  if (platform() === 'win32' && env.APPDATA) paths.push(join(env.APPDATA, 'Block', 'goose', 'data'));
  return { paths, isNamed: false };
}

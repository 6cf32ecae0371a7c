import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment, StoreHomes } from '../../store.ts';

/** A folder of the person's data. XDG_DATA_HOME is for all programs, so a missing folder in it is nobody's mistake. */
export function dataHomes(env: Environment, folder: string): StoreHomes {
  const named = env.XDG_DATA_HOME?.trim() ?? '';
  const data = named === '' ? join(env.HOME || homedir(), '.local', 'share') : named;
  return { paths: [join(data, folder)], isNamed: false };
}

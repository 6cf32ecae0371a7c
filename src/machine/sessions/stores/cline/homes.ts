import { homedir } from 'node:os';
import { join } from 'node:path';
import { realFolder } from '../../homes.ts';
import type { Environment, StoreHomes } from '../../store.ts';

/**
 * `~/.cline/data`. CLINE_DATA_DIR names the folder itself, CLINE_DIR the folder above it. CLINE_SESSION_DATA_DIR names the sessions of
 * Cline 3 alone: everything else stays where it was.
 */
export function clineHomes(env: Environment): StoreHomes {
  const sessions = env.CLINE_SESSION_DATA_DIR?.trim();
  const usual = dataHomes(env);
  if (!sessions) return usual;
  // A usual place that is not there is no problem.
  const others = usual.isNamed ? usual.paths : usual.paths.filter((path) => realFolder(path) !== undefined);
  return { paths: [sessions, ...others], isNamed: true };
}

function dataHomes(env: Environment): StoreHomes {
  const data = env.CLINE_DATA_DIR?.trim();
  if (data) return { paths: [data], isNamed: true };
  const above = env.CLINE_DIR?.trim();
  if (above) return { paths: [join(above, 'data')], isNamed: true };
  return { paths: [join(env.HOME || homedir(), '.cline', 'data')], isNamed: false };
}

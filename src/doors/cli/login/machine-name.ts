import { hostname } from 'node:os';
import { isMachineName } from '../../../fleet/team/machine-name.ts';
import { usageError } from '../exit.ts';

/** The name that this machine has at a team server: what `--machine` says, or its host name. */
export function machineNameOf(wanted: string | undefined): string {
  if (wanted === undefined) return ownName();
  if (isMachineName(wanted)) return wanted;
  throw usageError('--machine takes up to 41 letters, digits and . _ -', 'login');
}

function ownName(): string {
  const name = hostname()
    .replaceAll(/[^A-Za-z0-9._-]/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 41);
  return name === '' ? 'machine' : name;
}

import type { ExecuteOptions } from '../../execute-options.ts';
import { oneOf } from '../argument-checks.ts';
import type { OpencodePermission } from './options.ts';

const PERMISSIONS: readonly OpencodePermission[] = ['read', 'edit', 'all', 'config'];
/** Tools that change nothing and reach nobody. */
const LOOKING = ['read', 'glob', 'grep', 'list', 'lsp', 'todowrite', 'todoread'];

/** The rules for a run, as both read them from a variable; undefined for those of the configuration. Later rules win. */
export function permissionRules(permission: OpencodePermission = 'read'): string | undefined {
  oneOf('permission', permission, PERMISSIONS);
  if (permission === 'config') return undefined;
  if (permission === 'all') return JSON.stringify({ '*': 'allow' });
  // Versions before 1.1 know only the names of groups.
  const denied = { '*': 'deny', edit: 'deny', bash: 'deny', webfetch: 'deny', external_directory: 'deny' };
  const allowed = permission === 'edit' ? [...LOOKING, 'edit'] : LOOKING;
  return JSON.stringify({ ...denied, ...Object.fromEntries(allowed.map((name) => [name, 'allow'])) });
}

/** The permission that a mode of `execute` stands for. */
export function permissionOf({ permissionMode = 'default', legacyFullAuto }: ExecuteOptions, program: string) {
  if (legacyFullAuto) throw new TypeError(`legacyFullAuto is no option of ${program}`);
  switch (permissionMode) {
    case 'default':
      return { permission: 'read' as const };
    case 'plan':
      return { permission: 'read' as const, agent: 'plan' };
    case 'acceptEdits':
      return { permission: 'edit' as const };
    case 'bypassPermissions':
      return { permission: 'all' as const };
    default:
      throw new TypeError(`not a permission mode of ${program}: ${JSON.stringify(permissionMode)}`);
  }
}

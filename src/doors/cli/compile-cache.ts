import { cacheFolder, isOurs, makeFolders, mayHaveCache } from '../../machine/sessions/cache-folder.ts';

/**
 * Lets Node keep compiled code of this program, which takes a sixth off the start of a command. Code is run from there,
 * so it lies in a folder that only this user can write to, and never in the shared temporary one.
 */
export function keepCompiledCode(): void {
  try {
    if (!mayHaveCache()) return;
    const own = cacheFolder();
    const folder = process.getBuiltinModule('node:path').join(own, 'code');
    makeFolders(folder);
    if (isSafe(folder, own)) process.getBuiltinModule('node:module').enableCompileCache(folder);
  } catch {
    // Without it the start takes longer.
  }
}

/** Ours, in a folder of ours, which nobody else can put another in the place of. */
function isSafe(folder: string, own: string): boolean {
  if (!isOurs(folder, 'folder') || !isOurs(own, 'folder')) return false;
  const above = process.getBuiltinModule('node:path').dirname(own);
  const { mode } = process.getBuiltinModule('node:fs').statSync(above);
  return (mode & 0o022) === 0 || (mode & 0o1000) !== 0;
}

import { cacheFolder, isOurs, makeFolders, mayHaveCache } from '../../machine/sessions/cache-folder.ts';

/**
 * Lets Node keep compiled code of the modules that it loads. The program itself keeps more of its own: `load-program.ts`.
 */
export function keepCompiledCode(): void {
  const folder = codeFolder();
  if (folder !== undefined) process.getBuiltinModule('node:module').enableCompileCache(folder);
}

/**
 * The folder for compiled code, made if it is missing. Code is run from there, so it lies in a folder that only this user
 * can write to, and never in the shared temporary one. Undefined where there can be none: then the start takes longer.
 */
export function codeFolder(): string | undefined {
  try {
    if (process.env.NODE_DISABLE_COMPILE_CACHE || !mayHaveCache()) return undefined;
    const own = cacheFolder();
    const folder = process.getBuiltinModule('node:path').join(own, 'code');
    makeFolders(folder);
    return isSafe(folder, own) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Ours, in a folder of ours, which nobody else can put another in the place of. */
function isSafe(folder: string, own: string): boolean {
  if (!isOurs(folder, 'folder') || !isOurs(own, 'folder')) return false;
  const above = process.getBuiltinModule('node:path').dirname(own);
  const { mode } = process.getBuiltinModule('node:fs').statSync(above);
  return (mode & 0o022) === 0 || (mode & 0o1000) !== 0;
}

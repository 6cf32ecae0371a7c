import * as coreLimits from '../../limits/core.ts';

/** A path, also if newer files write it as a `file:` URL. */
export function plainPath(path: string): string {
  if (!path.startsWith('file://')) return path;
  const encoded = path.slice('file://'.length);
  try {
    const plain = encoded.includes('%') ? decodeURIComponent(encoded) : encoded;
    return /^\/[A-Za-z]:/.test(plain) ? plain.slice(1) : plain;
  } catch {
    return path;
  }
}

/** True for a path from the root: `/a`, `C:\a`, `C:/a`, `\\server\share`. */
export function isWholePath(path: string): boolean {
  return path.startsWith('/') || path.startsWith('\\') || /^[A-Za-z]:[\\/]/.test(path);
}

/**
 * Resolves a path against a folder, with the separators of that folder's system. A whole path is not changed. Neither
 * is a path below a folder with an impossibly long name: times many files, it would fill the memory.
 */
export function resolvePath(folder: string | undefined, path: string): string {
  if (folder === undefined || folder.length > coreLimits.maxFolderLength || path === '' || isWholePath(path))
    return path;
  const separator = isWindowsFolder(folder) ? '\\' : '/';
  const parts = withoutLast(folder, separator).split(separator === '/' ? '/' : /[\\/]/);
  for (const part of path.split(separator === '/' ? '/' : /[\\/]/)) {
    if (part === '..' && parts.length > 1) parts.pop();
    else if (part !== '.' && part !== '' && part !== '..') parts.push(part);
  }
  return parts.join(separator);
}

/** The last name of a path, on any system. */
export function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function isWindowsFolder(folder: string): boolean {
  return folder.startsWith('\\\\') || /^[A-Za-z]:(?:[\\/]|$)/.test(folder);
}

/** Removes the separators at the end. */
function withoutLast(folder: string, separator: string): string {
  let end = folder.length;
  while (end > 0 && (folder[end - 1] === '/' || folder[end - 1] === separator)) end -= 1;
  return folder.slice(0, end);
}

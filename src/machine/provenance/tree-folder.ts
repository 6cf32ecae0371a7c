import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isGitName } from '../../core/tools/git-name.ts';
import { ThreadlineError } from '../../errors.ts';

/** A new folder that files of a tree are written to. No path leads out of it, and nothing is written through a link. */
export interface TreeFolder {
  /** Without links. */
  path: string;
  /** Writes a file. Says why not, if its path is none that may be written. */
  file(path: string, bytes: Uint8Array, isProgram: boolean): string | undefined;
  /** Makes a link, if what it leads to stays inside. Files come first: none is written through it. */
  link(path: string, target: string): string | undefined;
}

const OWNER_ONLY = 0o700;
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const LONGEST_NAME = 255;
const LONGEST_PATH = 4000;

/** Makes the folder. It has to be absent or empty, and to lie in no work tree and in no repository. */
export function makeTreeFolder(given: string): TreeFolder {
  const wanted = resolve(given);
  const parent = realParent(wanted);
  const path = join(parent, basename(wanted));
  if (basename(wanted) === '') throw refused(`${wanted} is no folder to write to`);
  const inside = repositoryAbove(path);
  if (inside !== undefined) throw refused(`${wanted} lies in the repository ${inside}; name a folder outside of it`);
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there && !there.isDirectory()) throw refused(`${wanted} is no folder`);
  try {
    if (!there) mkdirSync(path, { mode: OWNER_ONLY });
    else if (readdirSync(path).length > 0) throw refused(`${wanted} is not empty`);
    chmodSync(path, OWNER_ONLY);
  } catch (error) {
    if (error instanceof ThreadlineError) throw error;
    throw new ThreadlineError('write-failed', `${wanted} cannot be made`, { cause: error });
  }
  return {
    path,
    file: (at, bytes, isProgram) => writeFile(path, at, bytes, isProgram),
    link: (at, target) => makeLink(path, at, target),
  };
}

function refused(message: string): ThreadlineError {
  return new ThreadlineError('write-failed', message);
}

function realParent(wanted: string): string {
  try {
    return realpathSync(dirname(wanted));
  } catch (error) {
    throw new ThreadlineError('not-found', `${dirname(wanted)} is not there`, { cause: error });
  }
}

/** A folder above, or the folder itself, that is a work tree or a repository. */
function repositoryAbove(path: string): string | undefined {
  for (let folder = path; ; folder = dirname(folder)) {
    const isThere = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
    if (isThere('.git') || (isThere('HEAD') && isThere('objects') && isThere('refs'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** The parts of a path; undefined for one that leads elsewhere, or into a repository's own folder. */
function partsOf(path: string): string[] | undefined {
  const parts = path.split('/');
  const isOdd = (part: string) =>
    part === '' ||
    part === '.' ||
    part === '..' ||
    part.includes('\0') ||
    Buffer.byteLength(part) > LONGEST_NAME ||
    isGitName(part);
  if (parts.some(isOdd) || Buffer.byteLength(path) > LONGEST_PATH) return undefined;
  return process.platform === 'win32' && /[\\:]/.test(path) ? undefined : parts;
}

/** Makes the folders above a file, each a real one. */
function folderFor(top: string, parts: readonly string[]): string | undefined {
  let folder = top;
  for (const part of parts.slice(0, -1)) {
    folder = join(folder, part);
    const there = lstatSync(folder, { throwIfNoEntry: false });
    if (there && !there.isDirectory()) return undefined;
    if (!there) mkdirSync(folder, { mode: OWNER_ONLY });
  }
  return folder;
}

function writeFile(top: string, path: string, bytes: Uint8Array, isProgram: boolean): string | undefined {
  const parts = partsOf(path);
  if (!parts) return 'unsafe-path';
  const folder = folderFor(top, parts);
  const place = folder === undefined ? undefined : join(folder, parts.at(-1) ?? '');
  if (place === undefined || lstatSync(place, { throwIfNoEntry: false })) return 'path-taken';
  const descriptor = openSync(place, NEW_FILE, isProgram ? 0o755 : 0o644);
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
  } finally {
    closeSync(descriptor);
  }
  return undefined;
}

function makeLink(top: string, path: string, target: string): string | undefined {
  const parts = partsOf(path);
  if (!parts) return 'unsafe-path';
  if (!staysInside(parts.length - 1, target)) return 'link-leads-outside';
  const folder = folderFor(top, parts);
  const place = folder === undefined ? undefined : join(folder, parts.at(-1) ?? '');
  if (place === undefined || lstatSync(place, { throwIfNoEntry: false })) return 'path-taken';
  symlinkSync(target, place);
  return undefined;
}

/** Steps up come first and are no more than there are folders above: a step up behind another link would leave the folder. */
function staysInside(depth: number, target: string): boolean {
  if (
    target === '' ||
    target.startsWith('/') ||
    target.includes('\0') ||
    target.includes('\\') ||
    target.length > LONGEST_PATH
  )
    return false;
  if (/^[A-Za-z]:/.test(target)) return false;
  const parts = target.split('/').filter((part) => part !== '' && part !== '.');
  const ups = parts.findIndex((part) => part !== '..');
  const count = ups === -1 ? parts.length : ups;
  return count <= depth && !parts.slice(count).includes('..') && !parts.some(isGitName);
}

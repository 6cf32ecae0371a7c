import { lstatSync, realpathSync, rmSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isBelow } from '../../../core/tools/path-below.ts';
import { ThreadlineError } from '../../../errors.ts';
import { errorCode, systemMessage } from '../file-fault.ts';
import { realFolder } from '../homes.ts';
import { ownEntries } from './kept-beside.ts';
import type { FamilyFile, KinOf } from './session-family.ts';

/** A file or a folder of an agent that is to be removed. */
export interface Removable {
  kin: KinOf;
  /** The session that it belongs to, as `agent:ID`. */
  name: string;
  path: string;
  home: string;
  /** The session's file: size and time when it was found. Absent for what lies beside it. */
  seen?: { size: number; modified: number } | undefined;
}

/** What is removed, in order: the session's own file is the last, so that a crash leaves it to be found again. */
export function planRemoval(files: readonly FamilyFile[]): Removable[] {
  const removables = files.flatMap((one) => [...besides(one), ...ofFile(one)]);
  const first = new Map(removables.map((removable) => [removable.path, removable]));
  return [...first.values()].sort((one, other) => rank(one, files) - rank(other, files));
}

/** Sub-agents' files before the folders that hold them, all copies before the session, the file that lists show last. */
function rank({ kin, seen, path }: Removable, files: readonly FamilyFile[]): number {
  if (kin !== 'session') return seen ? 0 : 1;
  if (!seen) return 2;
  return files.some(({ file }) => file.path === path && !file.isSuperseded) ? 4 : 3;
}

function ofFile({ kin, agent, id, file }: FamilyFile): Removable[] {
  const { path, realPath, home = '', size, modified, source } = file;
  // A session among others in a database of its agent cannot be cut out.
  if (source && !isRegular(path)) return [];
  const name = `${agent}:${id}`;
  const seen = { size, modified };
  const target = { kin, name, path: realPath, home, seen };
  return realPath === path || isSamePlace(path, realPath)
    ? [{ ...target, path }]
    : [target, { ...target, path, seen: undefined }];
}

function besides({ kin, agent, id, file }: FamilyFile): Removable[] {
  return ownEntries(file, id).map((path) => ({ kin, name: `${agent}:${id}`, path, home: file.home ?? '' }));
}

/** True if the two paths differ only in the links of their folders. */
function isSamePlace(path: string, realPath: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true && realpathSync(path) === realPath;
}

function isRegular(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Throws if something wrote to the file since it was found. */
export function checkUnchanged({ path, seen }: Removable): void {
  const stats = seen && lstatSync(path, { throwIfNoEntry: false });
  if (!stats || (stats.size === seen.size && stats.mtimeMs === seen.modified)) return;
  throw new ThreadlineError('busy', `${path} is being written to; nothing of it was removed`);
}

/** Removes a file, or a folder with all in it. Does nothing if it is gone. A link is removed, never what it leads to. */
export function removePath(removable: Removable): void {
  const { path, home } = removable;
  try {
    const folder = realpathSync(dirname(path));
    const inside = realFolder(home);
    if (inside === undefined || !isBelow(inside)(folder))
      throw new ThreadlineError('refused', `${path} leads out of its home ${home} and was not removed`);
    checkUnchanged(removable);
    const place = join(folder, basename(path));
    if (lstatSync(place, { throwIfNoEntry: false })?.isDirectory()) rmSync(place, { recursive: true, force: true });
    else unlinkSync(place);
  } catch (error) {
    if (error instanceof ThreadlineError) throw error;
    if (errorCode(error) === 'ENOENT') return;
    throw new ThreadlineError('write-failed', `cannot remove ${path}: ${systemMessage(error)}`, { cause: error });
  }
}

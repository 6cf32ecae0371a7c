import { closeSync, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { errorCode, fileFault, notRegularFile } from '../file-fault.ts';
import { storedBytes } from '../file-hole.ts';
import { CAREFUL_FLAGS } from '../read-tail.ts';

export interface FileLook {
  device: number;
  inode: number;
  /** All times in milliseconds since 1970. */
  born: number;
  changed: number;
  modified: number;
  size: number;
  /** The bytes that are really on disk, if the system tells. */
  stored: number | undefined;
  /** The version of a session that is not a file. */
  version?: string | undefined;
}

/** An open file. It stays readable when it is renamed or deleted. */
export interface FollowedFile {
  /** True if earlier bytes may change anywhere, so that the end does not show it. */
  readonly changesInPlace?: boolean;
  look(): FileLook;
  /** Returns the number of bytes read; 0 at the end. */
  read(buffer: Uint8Array, position: number): number;
  close(): void;
}

/** The file system for following. Both return undefined if there is no such file, and throw ThreadlineErrors. */
export interface FollowFiles {
  look(path: string): FileLook | undefined;
  open(path: string): FollowedFile | undefined;
}

export const systemFiles: FollowFiles = {
  look: (path) => guarded(path, () => lookOf(lstatSync(path), path)),
  open: (path) =>
    guarded(path, () => {
      const descriptor = openSync(path, CAREFUL_FLAGS);
      const file: FollowedFile = {
        look: () => lookOf(fstatSync(descriptor), path),
        read(buffer, position) {
          try {
            return readSync(descriptor, buffer, 0, buffer.length, position);
          } catch (error) {
            throw fileFault(error, path);
          }
        },
        close: () => closeSync(descriptor),
      };
      try {
        file.look();
        return file;
      } catch (error) {
        file.close();
        throw error;
      }
    }),
};

function lookOf(stats: Stats, path: string): FileLook {
  // Never wait at a pipe in place of the file, nor follow a link put there meanwhile.
  if (!stats.isFile()) throw notRegularFile(path);
  return {
    device: stats.dev,
    inode: stats.ino,
    born: stats.birthtimeMs,
    changed: stats.ctimeMs,
    modified: stats.mtimeMs,
    size: stats.size,
    stored: storedBytes(stats),
  };
}

function guarded<T>(path: string, action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw fileFault(error, path);
  }
}

/** True if nothing was written to it and nothing replaced it, as far as the system tells. */
export function isSameLook(one: FileLook | undefined, other: FileLook): boolean {
  return (
    one !== undefined &&
    isSameFile(one, other) &&
    one.size === other.size &&
    one.modified === other.modified &&
    one.changed === other.changed
  );
}

export function isSameFile(one: FileLook, other: FileLook): boolean {
  return one.inode === other.inode && one.device === other.device;
}

import { closeSync, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { errorCode, fileFault, notRegularFile } from '../file-fault.ts';
import { CAREFUL_FLAGS } from '../read-tail.ts';

export interface FileLook {
  device: number;
  inode: number;
  /** All times in milliseconds since 1970. */
  born: number;
  changed: number;
  modified: number;
  size: number;
  /** What of it is really on the disk, in bytes, where the system says so. */
  stored: number | undefined;
  /** Of a session that is no file: its version. */
  version?: string | undefined;
}

/** A file that is open: it stays readable when it is renamed or deleted. */
export interface FollowedFile {
  /** What was read may change anywhere: its end does not tell whether it did. */
  readonly changesInPlace?: boolean;
  look(): FileLook;
  /** How many bytes were read; 0 at the end. */
  read(buffer: Uint8Array, position: number): number;
  close(): void;
}

/** The file system, as far as following needs it. Both give undefined where there is no such file, and throw ThreadlineErrors. */
export interface FollowFiles {
  look(path: string): FileLook | undefined;
  open(path: string): FollowedFile | undefined;
}

const BLOCK_BYTES = 512;

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
  // A pipe in place of the file is never waited at, and a link put there meanwhile is not followed.
  if (!stats.isFile()) throw notRegularFile(path);
  return {
    device: stats.dev,
    inode: stats.ino,
    born: stats.birthtimeMs,
    changed: stats.ctimeMs,
    modified: stats.mtimeMs,
    size: stats.size,
    stored: stats.blocks === undefined ? undefined : stats.blocks * BLOCK_BYTES,
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

/** Nothing was written to it and nothing took its place, as far as the system tells. */
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

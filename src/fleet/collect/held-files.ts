import { constants, copyFileSync, linkSync, lstatSync, mkdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fleetLimits } from '../../limits/fleet.ts';
import { errorCode, systemMessage } from '../../machine/sessions/file-fault.ts';
import type { FollowedFile } from '../../machine/sessions/following/followed-file.ts';
import type { CollectedFile } from './collected-file.ts';
import { HALF, heldIn, homeFolder, MARK } from './held-folder.ts';
import { unpackTo } from './packed-file.ts';
import { heldPlace } from './whereabouts.ts';

/**
 * Keeps unsent files under a second name in our folder, or as a copy, in case the agent deletes them.
 * Any number of collectors may use one folder.
 */
export interface HeldFiles {
  /** Keeps a file that is not sent yet. */
  keep(file: CollectedFile): void;
  /** Removes our name or copy of a file that is sent or no longer wanted. */
  release(file: CollectedFile): void;
  /** Makes a plain copy of a compressed file, to be read instead. */
  unpack(file: CollectedFile, open: FollowedFile): Promise<void>;
  /** The files that an earlier collector left. */
  found(): CollectedFile[];
  /** The oldest of the files that only we have, which must be removed to keep the others within the limit. */
  excess(left: Iterable<CollectedFile>): CollectedFile[];
}

export interface HeldFilesOptions {
  folder: string;
  onProblem(message: string): void;
  /** Replaced by tests. */
  link?: ((from: string, to: string) => void) | undefined;
  mostBytes?: number | undefined;
}

export function createHeldFiles(options: HeldFilesOptions): HeldFiles {
  const { folder, onProblem, link = linkSync, mostBytes = fleetLimits.maxHeldFileBytes } = options;
  let told = '';

  /** Makes the folder for a file and returns the file's place in it. */
  function makePlace({ agent, home, path }: CollectedFile, mark: string): string {
    const to = join(homeFolder(folder, agent, home), `${path}${MARK}${mark}`);
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    return to;
  }

  function linkOrCopy(from: string, to: string): void {
    try {
      link(from, to);
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EEXIST') return;
      if (code === 'ENOENT') throw error;
      // Another file system, or one without links. A copy gets its name only when it is complete.
      const half = `${to}.${process.pid}${HALF}`;
      copyFileSync(from, half, constants.COPYFILE_FICLONE);
      renameSync(half, to);
    }
  }

  function remove(path: string): void {
    try {
      unlinkSync(path);
      for (let above = dirname(path); above.length > folder.length; above = dirname(above)) rmdirSync(above);
    } catch {
      // Another collector was quicker, or the folder holds more.
    }
  }

  return {
    keep(file) {
      const { bytes } = file;
      if (bytes.kind !== 'own' || bytes.held) return;
      try {
        const { ino } = lstatSync(bytes.at);
        const to = makePlace(file, ino.toString(36));
        linkOrCopy(bytes.at, to);
        file.bytes = { ...bytes, held: { at: to, inode: ino } };
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return;
        const message = `cannot keep files that are not sent yet: ${systemMessage(error)}`;
        if (told !== message) onProblem(message);
        told = message;
      }
    },
    release(file) {
      const { bytes } = file;
      const held = heldPlace(bytes);
      if (held !== undefined) remove(held);
      if (bytes.kind === 'own') file.bytes = { ...bytes, held: undefined };
      else if (bytes.kind === 'unpacked') file.bytes = { kind: 'own', at: bytes.packedAt, held: undefined };
    },
    async unpack(file, open) {
      const { inode } = open.look();
      const { bytes } = file;
      const copy = makePlace(file, `z${process.pid.toString(36)}-${inode.toString(36)}`);
      await unpackTo(open, copy);
      const before = heldPlace(bytes);
      if (before !== undefined && before !== copy) remove(before);
      if (bytes.kind === 'own') file.bytes = { kind: 'unpacked', at: copy, packedAt: bytes.at, packedInode: inode };
      else if (bytes.kind !== 'source') file.bytes = { ...bytes, at: copy };
    },
    found: () => [...heldIn(folder)],
    excess(left) {
      const newestFirst = [...left].sort((one, other) => other.look.modified - one.look.modified);
      let sum = 0;
      return newestFirst.filter(({ look }) => {
        sum += look.size;
        return sum > mostBytes;
      });
    },
  };
}

import { closeSync, lstatSync, mkdirSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { amount } from '../../../core/text/amount.ts';
import type { WriterOptions } from '../../../core/writers/writer.ts';
import { ThreadlineError } from '../../../errors.ts';
import { writeError } from '../faults.ts';
import { report } from '../report.ts';

/** The images of a trajectory, as files beside its own. */
export interface TrajectoryImages {
  saveImage: NonNullable<WriterOptions['saveImage']>;
  /** Tells of images that have no file. */
  tell(): void;
  /** Removes the files, because the trajectory was not written. */
  discard(): void;
}

/** Beside a trajectory's file, by the format's custom. */
const FOLDER = 'images';
/** No file is replaced, so that a name may be taken. */
const MOST_TRIES = 10_000;

/** `path` is the trajectory's file; undefined if it has none. */
export function createTrajectoryImages(path: string | undefined): TrajectoryImages {
  const saved: string[] = [];
  let left = 0;
  let number = 0;

  function save(mediaType: string, data: string): string | undefined {
    if (path === undefined) {
      left += 1;
      return undefined;
    }
    const folder = join(dirname(path), FOLDER);
    makeFolder(folder);
    const stem = basename(path, extname(path));
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      number += 1;
      const name = `${stem}-${number}.${mediaType.slice('image/'.length)}`;
      if (!writeNew(join(folder, name), data)) continue;
      saved.push(join(folder, name));
      return `${FOLDER}/${name}`;
    }
    throw new ThreadlineError('write-failed', `${folder} has no name left for an image`);
  }

  return {
    saveImage: save,
    tell() {
      if (left > 0) report(`${amount(left, 'image')} left out: with -o FILE they are written to ${FOLDER} beside it`);
    },
    discard() {
      for (const file of saved) unlinkSync(file);
    },
  };
}

function makeFolder(folder: string): void {
  try {
    if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new ThreadlineError('write-failed', `${folder} is a symbolic link; name its target`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw error instanceof ThreadlineError ? error : writeError(error, folder);
  }
}

/** False if there is such a file already. */
function writeNew(file: string, data: string): boolean {
  let opened: number;
  try {
    opened = openSync(file, 'wx', 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw writeError(error, file);
  }
  try {
    writeFileSync(opened, Buffer.from(data, 'base64'));
  } catch (error) {
    unlinkSync(file);
    throw writeError(error, file);
  } finally {
    closeSync(opened);
  }
  return true;
}

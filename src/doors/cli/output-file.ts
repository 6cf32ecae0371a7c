import { closeSync, linkSync, lstatSync, openSync, renameSync, type Stats, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ThreadlineError } from '../../errors.ts';
import { writeError } from './faults.ts';
import type { OutputSink } from './output.ts';

/** Transcripts hold things that people would not show everyone. */
const OWNER_ONLY = 0o600;

export interface OutputFileOptions {
  /** Never replaces an existing file, not even one that appears meanwhile. */
  isNew?: boolean | undefined;
}

/** Writes to a temporary file and moves it into place when complete, so that nobody sees half of it. */
export function createOutputFile(path: string, { isNew = false }: OutputFileOptions = {}): OutputSink {
  const existing = statOf(path);
  if (isNew && existing) throw isThere(path);
  if (existing?.isSymbolicLink())
    throw new ThreadlineError('write-failed', `${path} is a symbolic link; name its target`);
  if (existing?.isDirectory()) throw new ThreadlineError('is-a-directory', `${path} is a directory; name a file`);
  // A device or a pipe is written to directly: moving a file over it would destroy it.
  if (existing && !existing.isFile()) return createSink(path, path, openOrFail(path, path, 'w'));
  const temporary = temporaryName(path);
  return createSink(path, temporary, openOrFail(path, temporary, 'wx'), isNew);
}

function isThere(path: string): ThreadlineError {
  return new ThreadlineError('write-failed', `${path} is there already; --force replaces it`);
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw writeError(error, path);
  }
}

/** In the same folder, because a move across file systems is a copy. */
function temporaryName(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.part`);
}

function openOrFail(path: string, opened: string, flags: string): number {
  try {
    return openSync(opened, flags, OWNER_ONLY);
  } catch (error) {
    throw writeError(error, path);
  }
}

/** The temporary files that are not in place yet. */
const unfinished = new Set<string>();

/** Every early end of the program passes here, an interrupt included. */
function removeUnfinished(): void {
  for (const path of unfinished) unlinkSync(path);
}

/** One listener for all: an export may write hundreds of pages. */
function remember(path: string): void {
  unfinished.add(path);
  if (!process.listeners('exit').includes(removeUnfinished)) process.on('exit', removeUnfinished);
}

function createSink(path: string, written: string, file: number, isNew = false): OutputSink {
  const isTemporary = written !== path;
  if (isTemporary) remember(written);

  function guard(action: () => void): void {
    try {
      action();
    } catch (error) {
      throw error instanceof ThreadlineError ? error : writeError(error, path);
    }
  }

  return {
    isTerminal: false,
    async write(text) {
      guard(() => writeFileSync(file, text));
    },
    commit() {
      guard(() => closeSync(file));
      if (!isTemporary) return;
      guard(() => (isNew ? moveToNew(written, path) : renameSync(written, path)));
      unfinished.delete(written);
    },
    discard() {
      closeSync(file);
      if (!isTemporary) return;
      unfinished.delete(written);
      unlinkSync(written);
    },
  };
}

/** Links instead of moving: a link fails if the name exists, and a move does not. */
function moveToNew(written: string, path: string): void {
  try {
    linkSync(written, path);
    unlinkSync(written);
  } catch (error) {
    if (statOf(path)) throw isThere(path);
    if (!(error instanceof Error && 'code' in error) || !WITHOUT_LINKS.has(String(error.code))) throw error;
    closeSync(openSync(path, 'wx', OWNER_ONLY));
    renameSync(written, path);
  }
}

/** The errors of file systems without hard links. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL']);

import { ThreadlineError } from '../../errors.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import { machineLimits } from '../../limits/machine.ts';
import { FIRST_LINE_BYTES, firstLineHash } from '../../machine/sessions/following/checkpoint.ts';
import { type FollowedFile, systemFiles } from '../../machine/sessions/following/followed-file.ts';
import { modeOf, type ProjectMode } from './collect-settings.ts';
import { type CollectedFile, isReplaced, noteLook } from './collected-file.ts';
import { bytesBetween, markerOf } from './file-life.ts';
import { isPackedFile, plainBeginning } from './packed-file.ts';
import { projectOf } from './project-of.ts';

/**
 * `ready`: the server can be asked; `nothing`: there is nothing to be sent of it yet, or ever; `other`: another file is in
 * its place, and it is held; `gone`: none is.
 */
export type Inspected = 'ready' | 'nothing' | 'other' | 'gone';

/** Finds out which file it is and how much of it may leave. Throws ThreadlineErrors. */
export async function inspectFile(file: CollectedFile, modes: readonly ProjectMode[]): Promise<Inspected> {
  const open = systemFiles.open(file.at);
  if (!open) return 'gone';
  try {
    checkSize(open);
    if (isReplaced(file, open.look())) return 'other';
    noteLook(file, open.look());
    if (file.form === 'document') return inspectDocument(file, open, modes);
    file.form = isPackedFile(open) ? 'packed' : 'lines';
    const beginning = await beginningOf(file, open);
    file.firstLine = firstLineHash(beginning.subarray(0, FIRST_LINE_BYTES));
    file.mode = modeOf(modes, projectOf(beginning) ?? file.cwd);
    return file.firstLine === '' || file.mode === 'off' ? 'nothing' : 'ready';
  } finally {
    open.close();
  }
}

async function beginningOf({ form }: CollectedFile, open: FollowedFile): Promise<Buffer> {
  const most = fleetLimits.maxProjectSearchBytes;
  return form === 'packed' ? plainBeginning(open, most) : bytesBetween(open, 0, most);
}

/** A document is written anew each time, and each version of it is a file of its own. */
function inspectDocument(file: CollectedFile, open: FollowedFile, modes: readonly ProjectMode[]): Inspected {
  const bytes = bytesBetween(open, 0, Math.min(open.look().size, fleetLimits.maxUnpackedSegmentBytes + 1));
  file.firstLine = bytes.length === 0 ? '' : markerOf(bytes);
  file.mode = modeOf(modes, file.cwd);
  return file.firstLine === '' || file.mode === 'off' ? 'nothing' : 'ready';
}

/** A file that says to be far larger than what is stored of it would be read for hours. */
function checkSize(open: FollowedFile): void {
  const { size, stored = size } = open.look();
  if (size - stored <= machineLimits.maxFileHoleBytes) return;
  throw new ThreadlineError('too-large', `the file says that it has ${size} bytes and holds ${stored}: it is not sent`);
}

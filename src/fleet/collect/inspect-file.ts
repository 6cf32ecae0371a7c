import type { SendMode } from '../../archive/model/raw-store.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import { holeFault } from '../../machine/sessions/file-hole.ts';
import { FIRST_LINE_BYTES, firstLineHash } from '../../machine/sessions/following/checkpoint.ts';
import type { FollowedFile } from '../../machine/sessions/following/followed-file.ts';
import { modeOf, type ProjectMode } from './collect-settings.ts';
import type { CollectedFile } from './collected-file.ts';
import { withBytes } from './file-bytes.ts';
import { bytesBetween, markerOf } from './file-life.ts';
import { FOUND, type Inspected, lifeOf } from './file-stage.ts';
import { isPackedFile, plainBeginning } from './packed-file.ts';
import { projectOf } from './project-of.ts';
import type { StepResult } from './step-result.ts';

/** An inspected file. The server can be asked about it. */
export interface Ready {
  kind: 'ready';
  stage: Inspected;
}

/** Finds out which file it is and how much of it may leave. */
export function inspectFile(file: CollectedFile, modes: readonly ProjectMode[]): Promise<Ready | StepResult> {
  return withBytes(file, async (open) => {
    const { size, stored } = open.look();
    const hole = holeFault(size, stored);
    if (hole) throw hole;
    const { firstLine, mode, isPacked } = await (file.isDocument
      ? document(file, open, modes)
      : lines(file, open, modes));
    if (firstLine === '' || mode === 'off') return { kind: 'done', stage: FOUND };
    return { kind: 'ready', stage: { life: lifeOf(firstLine, file.stage), mode, isPacked } };
  });
}

interface Beginning {
  /** Empty while the line is not complete. */
  firstLine: string;
  mode: SendMode;
  isPacked: boolean;
}

async function lines(
  { cwd, bytes: where }: CollectedFile,
  open: FollowedFile,
  modes: readonly ProjectMode[],
): Promise<Beginning> {
  const most = fleetLimits.maxProjectSearchBytes;
  const isPacked = isPackedFile(open);
  const bytes = isPacked ? await plainBeginning(open, most) : bytesBetween(open, 0, most);
  const firstLine = firstLineHash(bytes.subarray(0, FIRST_LINE_BYTES));
  // A store's word on a row is more reliable than a match in the row's texts.
  const told = where.kind === 'source' ? (cwd ?? projectOf(bytes)) : (projectOf(bytes) ?? cwd);
  return { firstLine, mode: modeOf(modes, told), isPacked };
}

/** A document is rewritten each time, so each version of it counts as a file of its own. */
async function document({ cwd }: CollectedFile, open: FollowedFile, modes: readonly ProjectMode[]): Promise<Beginning> {
  const bytes = bytesBetween(open, 0, Math.min(open.look().size, fleetLimits.maxUnpackedSegmentBytes + 1));
  return { firstLine: bytes.length === 0 ? '' : markerOf(bytes), mode: modeOf(modes, cwd), isPacked: false };
}

import { fleetLimits } from '../../limits/fleet.ts';
import { holeFault } from '../../machine/sessions/file-hole.ts';
import { FIRST_LINE_BYTES, firstLineHash } from '../../machine/sessions/following/checkpoint.ts';
import type { FollowedFile } from '../../machine/sessions/following/followed-file.ts';
import type { CollectedFile } from './collected-file.ts';
import { withBytes } from './file-bytes.ts';
import { bytesBetween, markerOf } from './file-life.ts';
import { FOUND, type Inspected, lifeOf } from './file-stage.ts';
import { isPackedFile, plainBeginning } from './packed-file.ts';
import { projectOf, remoteOf } from './project-of.ts';
import type { RepositoryFinder } from './repository-of.ts';
import type { SendRules } from './send-rules.ts';
import type { StepResult } from './step-result.ts';

/** An inspected file. The server can be asked about it. */
export interface Ready {
  kind: 'ready';
  stage: Inspected;
}

export interface InspectOptions {
  rules: SendRules;
  repositoryOf: RepositoryFinder;
}

/** Finds out which file it is, where the session worked, and how much of it may leave. */
export function inspectFile(file: CollectedFile, { rules, repositoryOf }: InspectOptions): Promise<Ready | StepResult> {
  return withBytes(file, async (open) => {
    const { size, stored } = open.look();
    const hole = holeFault(size, stored);
    if (hole) throw hole;
    const { firstLine, folder, remote, isPacked } = await (file.isDocument ? document(file, open) : lines(file, open));
    const repository = remote ?? repositoryOf(folder);
    const mode = rules.modeOf({ folder, repository });
    if (firstLine === '' || mode === 'off') return { kind: 'done', stage: FOUND };
    const known = repository === undefined ? {} : { repository };
    return { kind: 'ready', stage: { life: lifeOf(firstLine, file.stage), mode, isPacked, ...known } };
  });
}

interface Beginning {
  /** Empty while the line is not complete. */
  firstLine: string;
  folder: string | undefined;
  /** The repository, if the file itself tells it. */
  remote: string | undefined;
  isPacked: boolean;
}

async function lines({ cwd, bytes: where }: CollectedFile, open: FollowedFile): Promise<Beginning> {
  const most = fleetLimits.maxProjectSearchBytes;
  const isPacked = isPackedFile(open);
  const bytes = isPacked ? await plainBeginning(open, most) : bytesBetween(open, 0, most);
  const firstLine = firstLineHash(bytes.subarray(0, FIRST_LINE_BYTES));
  // A store's word on a row is more reliable than a match in the row's texts.
  const told = where.kind === 'source' ? (cwd ?? projectOf(bytes)) : (projectOf(bytes) ?? cwd);
  return { firstLine, folder: told, remote: remoteOf(bytes), isPacked };
}

/** A document is rewritten each time, so each version of it counts as a file of its own. */
async function document({ cwd }: CollectedFile, open: FollowedFile): Promise<Beginning> {
  const bytes = bytesBetween(open, 0, Math.min(open.look().size, fleetLimits.maxUnpackedSegmentBytes + 1));
  return { firstLine: bytes.length === 0 ? '' : markerOf(bytes), folder: cwd, remote: undefined, isPacked: false };
}

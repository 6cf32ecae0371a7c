import { ThreadlineError } from '../../errors.ts';
import { type FollowedFile, systemFiles } from '../../machine/sessions/following/followed-file.ts';
import type { SourceLook } from '../../machine/sessions/session-source.ts';
import { type CollectedFile, type LastLook, lastLook } from './collected-file.ts';
import type { StepResult } from './step-result.ts';
import { isReplacedBy, ownPlace } from './whereabouts.ts';

/** The only way to a file's bytes: opens them for one step. A missing or unreadable file is the step's result. */
export async function withBytes<Result>(
  file: CollectedFile,
  step: (open: FollowedFile) => Promise<Result>,
): Promise<Result | StepResult> {
  let open: FollowedFile | undefined;
  try {
    const { bytes } = file;
    open = bytes.kind === 'source' ? bytes.source.open?.() : systemFiles.open(bytes.at);
    if (!open) return { kind: 'gone' };
    const look = open.look();
    if (isReplacedBy(file.bytes, look)) return { kind: 'replaced' };
    // The look describes the file in its own place, never our copy of it.
    if (file.bytes.kind !== 'unpacked') file.look = lastLook(look);
    return await step(open);
  } catch (error) {
    if (!(error instanceof ThreadlineError)) throw error;
    return { kind: 'refused', reason: error.message };
  } finally {
    open?.close();
  }
}

/** The present state of the file in its own place; undefined if it cannot be seen. */
export function lookInPlace({ bytes }: CollectedFile): LastLook | undefined {
  const path = ownPlace(bytes);
  try {
    if (bytes.kind === 'source') return withoutInode(bytes.source.look());
    return path === undefined ? undefined : systemFiles.look(path);
  } catch {
    // Opening the file will report why it cannot be read.
    return undefined;
  }
}

/** True if another file took the place of the one we hold: the two must be told apart before that one is gone too. */
export function isReplacedNow(file: CollectedFile): boolean {
  if (file.bytes.kind !== 'own' || file.bytes.held === undefined) return false;
  const look = lookInPlace(file);
  return look !== undefined && isReplacedBy(file.bytes, look);
}

function withoutInode(look: SourceLook | undefined): LastLook | undefined {
  return look && { ...look, inode: 0 };
}

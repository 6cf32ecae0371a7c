import type { WriterSession } from '../../core/replay/replay.ts';
import type { SessionOp } from './op-list.ts';
import { type ChangedPath, sessionChanges } from './session-changes.ts';

/** How much a session changed: the sum of what `threadline changes` tells. */
export interface ChangeSum {
  added: number;
  removed: number;
  files: number;
}

export function sumOfChanges(files: readonly Pick<ChangedPath, 'added' | 'removed'>[]): ChangeSum {
  const sum = { added: 0, removed: 0, files: files.length };
  for (const { added, removed } of files) {
    sum.added += added;
    sum.removed += removed;
  }
  return sum;
}

/** The sum of a session's changes, without their texts and writers, which costs less. */
export async function changeSum(session: WriterSession, ops: readonly SessionOp[]): Promise<ChangeSum> {
  const { files } = await sessionChanges(session, ops, { countsOnly: true });
  // Where the text before is not known, the lines of the session are counted, and they are known by their writers.
  const isKnown = files.every(({ base }) => base !== 'unknown');
  return sumOfChanges(isKnown ? files : (await sessionChanges(session, ops)).files);
}

import { plainChunks } from '../plain-chunks.ts';
import { createTrace } from './checkpoint.ts';
import type { FollowChange } from './follow-change.ts';
import type { FollowedFile } from './followed-file.ts';
import type { ReadingPlace } from './reading-place.ts';
import { storedChunks } from './whole-lines.ts';

const LINE_FEED = 10;

/**
 * Goes on in a compressed file where the plain one was left. It is unpacked from its beginning, and what was read before
 * is compared by its first line and its end. Gives back false where it holds something else. Throws ThreadlineErrors.
 */
export async function* readPacked(file: FollowedFile, place: ReadingPlace): AsyncGenerator<FollowChange, boolean> {
  const { offset, marker, identity } = place.checkpoint;
  const look = file.look();
  const before = createTrace();
  const isCold = place.isCold;
  if (isCold) place.cool();
  let hasRest = false;

  function isSame(): boolean {
    if (isCold && !place.isTrue) return false;
    return before.marker() === marker && (identity.firstLine === '' || before.firstLine() === identity.firstLine);
  }

  for await (const chunk of plainChunks(storedChunks(file))) {
    const known = chunk.subarray(0, Math.max(0, Math.min(chunk.length, offset - before.offset)));
    if (known.length > 0) {
      before.add(known);
      if (isCold) place.push(known);
      if (before.offset === offset && !isSame()) return false;
    }
    const fresh = chunk.subarray(known.length);
    const end = fresh.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      const outcomes = place.push(fresh.subarray(0, end));
      place.mark(look);
      yield { kind: 'outcomes', outcomes, checkpoint: place.checkpoint, isCurrent: false };
    }
    hasRest = end > 0 ? end < fresh.length : hasRest || fresh.length > 0;
    if (end < fresh.length) place.push(fresh.subarray(end));
  }
  // Half a line may be finished when the agent unpacks the file again, so the reader must not have seen it.
  if (hasRest) place.cool();
  return before.offset === offset;
}

import type { FileNumbers } from './checkpoint.ts';
import type { FollowedOutcomes } from './follow-change.ts';
import type { ReadingPlace } from './reading-place.ts';

const LINE_FEED = 10;

/** Continues in bytes that start at the beginning. False if those before the place are not what was read. */
export async function* readStream(
  chunks: AsyncIterable<Uint8Array>,
  place: ReadingPlace,
  numbers: FileNumbers,
): AsyncGenerator<FollowedOutcomes, boolean> {
  const { offset, marker, identity } = place.checkpoint;
  const before = place.createTrace();
  const isCold = place.isCold;
  if (isCold) place.cool();
  let hasRest = false;

  function isSame(): boolean {
    if (isCold && !place.isTrue) return false;
    return before.marker() === marker && (identity.firstLine === '' || before.firstLine() === identity.firstLine);
  }

  for await (const chunk of chunks) {
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
      place.mark(numbers);
      yield { kind: 'outcomes', outcomes, checkpoint: place.checkpoint, isCurrent: false };
    }
    hasRest = end > 0 ? end < fresh.length : hasRest || fresh.length > 0;
    if (end < fresh.length) place.push(fresh.subarray(end));
  }
  // The agent may finish half a line when it unpacks the file again, so the reader must not have seen it.
  if (hasRest) place.cool();
  return before.offset === offset;
}

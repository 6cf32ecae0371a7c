import type { Outcome } from '../../../core/thread/outcome.ts';
import { ThreadlineError } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import {
  FIRST_LINE_BYTES,
  type FollowCheckpoint,
  firstLineHash,
  hashOf,
  MARKER_BYTES,
  numbersOf,
  UNCOUNTED,
} from './checkpoint.ts';
import type { FollowedOutcomes } from './follow-change.ts';
import type { FollowedFile } from './followed-file.ts';
import type { ReadingPlace } from './reading-place.ts';
import { pieces } from './whole-lines.ts';

/** The reason a file is not the one that was read before; undefined if it continues from there. */
export function changeOf(file: FollowedFile, { offset, marker, identity }: FollowCheckpoint): string | undefined {
  if (offset === 0) return undefined;
  if (file.look().size < offset) return 'the file was cut';
  if (identity.firstLine !== '' && firstLineHash(bytesAt(file, 0, FIRST_LINE_BYTES)) !== identity.firstLine) {
    return 'another file took its place';
  }
  const end = bytesAt(file, Math.max(0, offset - MARKER_BYTES), offset);
  return hashOf(end) === marker ? undefined : 'the file was written anew';
}

function bytesAt(file: FollowedFile, from: number, to: number): Uint8Array {
  return Buffer.concat(Array.from(pieces(file, from, to), ({ bytes }) => Buffer.from(bytes)));
}

/** Shows the reader what precedes the checkpoint. False if that is not what was read before. */
export function warm(file: FollowedFile, place: ReadingPlace): boolean {
  place.cool();
  for (const { bytes } of pieces(file, 0, place.checkpoint.offset)) place.push(bytes);
  return place.isTrue;
}

/** Takes the line at the end of a file that nobody will finish. */
export function tornLine(file: FollowedFile, place: ReadingPlace): Outcome[] {
  const { size } = file.look();
  if (size <= place.checkpoint.offset || (place.isCold && !warm(file, place))) return [];
  return pushAll(file, place, place.checkpoint.offset, size);
}

/** Reads a session that is one document (`.json`), without lines to continue from. Throws ThreadlineErrors. */
export function readDocument(file: FollowedFile, place: ReadingPlace): FollowedOutcomes {
  const look = file.look();
  if (look.size > coreLimits.maxDocumentLength) {
    throw new ThreadlineError('too-large', `the document has ${look.size} bytes, more than the limit`);
  }
  const outcomes = pushAll(file, place, 0, look.size);
  place.mark(numbersOf(look));
  for (const outcome of place.end()) outcomes.push(outcome);
  return { kind: 'outcomes', outcomes, checkpoint: place.checkpoint, isCurrent: true };
}

function pushAll(file: FollowedFile, place: ReadingPlace, from: number, to: number): Outcome[] {
  const outcomes: Outcome[] = [];
  for (const { bytes } of pieces(file, from, to)) for (const outcome of place.push(bytes)) outcomes.push(outcome);
  return outcomes;
}

const LOOK_BACK_BYTES = 64 * 1024;
const LINE_FEED = 10;

/** A checkpoint at the end of the last whole line before an offset. Its lines are not counted yet. */
export function checkpointAt(file: FollowedFile, before: number): FollowCheckpoint | undefined {
  const look = file.look();
  for (let end = Math.min(before, look.size); end > 0; end -= LOOK_BACK_BYTES) {
    const start = Math.max(0, end - LOOK_BACK_BYTES);
    const last = bytesAt(file, start, end).lastIndexOf(LINE_FEED);
    if (last === -1) continue;
    const offset = start + last + 1;
    return {
      identity: { ...numbersOf(look), firstLine: firstLineHash(bytesAt(file, 0, FIRST_LINE_BYTES)) },
      offset,
      marker: hashOf(bytesAt(file, Math.max(0, offset - MARKER_BYTES), offset)),
      line: UNCOUNTED,
    };
  }
  return undefined;
}

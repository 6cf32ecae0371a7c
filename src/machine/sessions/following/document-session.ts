import type { Outcome } from '../../../core/thread/outcome.ts';
import { ThreadlineError } from '../../../errors.ts';
import { coreLimits } from '../../../limits/core.ts';
import { numbersOf } from './checkpoint.ts';
import type { FollowedOutcomes } from './follow-change.ts';
import type { FollowedFile } from './followed-file.ts';
import type { ReadingPlace } from './reading-place.ts';
import { pieces } from './whole-lines.ts';

/** Reads a session that is one document (`.json`), which has no lines to go on from. Throws ThreadlineErrors. */
export function readDocument(file: FollowedFile, place: ReadingPlace): FollowedOutcomes {
  const look = file.look();
  if (look.size > coreLimits.maxDocumentLength) {
    throw new ThreadlineError('too-large', `the document has ${look.size} bytes, more than the limit`);
  }
  const outcomes: Outcome[] = [];
  for (const { bytes } of pieces(file, 0, look.size)) for (const outcome of place.push(bytes)) outcomes.push(outcome);
  place.mark(numbersOf(look));
  for (const outcome of place.end()) outcomes.push(outcome);
  return { kind: 'outcomes', outcomes, checkpoint: place.checkpoint, isCurrent: true };
}

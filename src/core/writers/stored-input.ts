import type { Outcome } from '../thread/outcome.ts';
import type { WriterOptions } from './writer.ts';

/** Knows whether the input of a writer was printed or is kept on disk, where a later line may take a turn back. */
export interface StoredInput {
  take(outcome: Outcome): void;
  isStored(): boolean;
}

/** Readers mark their outcomes. The caller may know better, such as for outcomes that were not read from a file. */
export function createStoredInput(kind: WriterOptions['kind']): StoredInput {
  let isMarked = false;
  return {
    take(outcome) {
      // What was held back until the end has no line that would say it.
      if (outcome.ok && !outcome.flush) isMarked = outcome.stored === true;
    },
    isStored() {
      const known = kind?.();
      return known === undefined ? isMarked : known === 'store';
    },
  };
}

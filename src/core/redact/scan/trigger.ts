import type { Hit } from './hit.ts';
import type { Reading } from './reading.ts';

/** A word in a text that may reveal a secret, and who looks closer there. */
export interface Trigger {
  /** At least three characters. */
  word: string;
  /** Upper and lower case are the same. The word is then in lower case. */
  isFolded?: boolean;
  /** The word is no part of a token: it only stands before one. */
  isByContext?: boolean;
  /** Looks at the position of the word. */
  find(reading: Reading, at: number): Hit | readonly Hit[] | undefined;
}

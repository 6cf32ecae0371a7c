import { hash } from 'node:crypto';

/** The number of a line in the index of one archive. */
export type LineHash = (squeezed: string) => number;

const DIGITS = 12;
/** Below zero too: SQLite keeps numbers with a sign. */
const HALF = 2 ** 47;

/**
 * Numbers of 48 bits, keyed by a random value of the archive: two archives cannot be compared, and nobody can look for
 * known lines in a copy of the index alone. SQLite keeps such a number in six bytes.
 */
export function createLineHash(key: string): LineHash {
  return (squeezed) => Number.parseInt(hash('sha1', key + squeezed, 'hex').slice(0, DIGITS), 16) - HALF;
}

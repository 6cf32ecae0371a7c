import { hash } from 'node:crypto';

/** The number of a line in the index of one archive. */
export type LineHash = (squeezed: string) => number;

const BYTES = 6;

/**
 * Numbers of 48 bits, keyed by a random value of the archive: two archives cannot be compared, and nobody can look for
 * known lines in a copy of the index alone. SQLite keeps such a number in six bytes.
 */
export function createLineHash(key: string): LineHash {
  return (squeezed) => hash('sha1', key + squeezed, 'buffer').readIntBE(0, BYTES);
}

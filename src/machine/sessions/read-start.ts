import { closeSync, openSync, readSync } from 'node:fs';
import { CAREFUL_FLAGS } from './read-tail.ts';

/** The first bytes of a file as text; empty where it cannot be read: whoever reads it whole will tell why. */
export function readStart(path: string, most: number): string {
  try {
    const descriptor = openSync(path, CAREFUL_FLAGS);
    try {
      const buffer = Buffer.allocUnsafe(most);
      return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, most, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}

import { closeSync, openSync, readSync } from 'node:fs';
import { CAREFUL_FLAGS } from './read-tail.ts';

/** The first bytes of a file as text; empty if it cannot be read. Reading it whole will report the reason. */
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

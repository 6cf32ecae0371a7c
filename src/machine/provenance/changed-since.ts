import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { netDiff } from './net-diff.ts';

const MOST_BYTES = 2 * 1024 * 1024;

/**
 * Counts the lines of a file that are other ones today. Undefined if it is not there, or is no plain file of a size that is worth
 * reading. A session may name anything: what is opened must be a file, and nobody waits for a pipe.
 */
export async function linesChangedSince(path: string, text: string): Promise<number | undefined> {
  const now = await readPlainFile(path);
  if (now === undefined) return undefined;
  if (now === text) return 0;
  const { added, removed } = netDiff('', text, now, { isNew: false, isGone: false });
  return Math.max(added, removed);
}

async function readPlainFile(path: string): Promise<string | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      return found.isFile() && found.size <= MOST_BYTES ? await file.readFile('utf8') : undefined;
    } finally {
      await file.close();
    }
  } catch {
    // Not there, or not ours to read.
    return undefined;
  }
}

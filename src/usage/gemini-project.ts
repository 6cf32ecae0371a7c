import { closeSync, openSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A path is no longer. */
const PATH_BYTES = 4096;
const known = new Map<string, string | undefined>();

/**
 * The folder that Gemini worked in: `tmp/<name>/.project_root` holds it, beside the chats (0.30 and later). Before, the
 * folder's name was a hash of it, which tells nobody anything.
 */
export function geminiProject(path: string): string | undefined {
  let folder = dirname(path);
  // A sub-agent's chat lies one folder deeper.
  if (basename(folder) !== 'chats') folder = dirname(folder);
  if (basename(folder) !== 'chats') return undefined;
  const place = join(dirname(folder), '.project_root');
  if (!known.has(place)) known.set(place, readStart(place));
  return known.get(place);
}

function readStart(path: string): string | undefined {
  try {
    const descriptor = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(PATH_BYTES);
      const text = bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, PATH_BYTES, 0)).trim();
      return text === '' ? undefined : text;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Old versions have none.
    return undefined;
  }
}

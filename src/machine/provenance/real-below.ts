import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';

/** The place that a path leads to; undefined if it is not there, or outside of the folder. */
export async function realBelow(folder: string, path: string): Promise<string | undefined> {
  try {
    const [top, real] = await Promise.all([realpath(folder), realpath(path)]);
    return real === top || real.startsWith(top.endsWith(sep) ? top : top + sep) ? real : undefined;
  } catch {
    return undefined;
  }
}

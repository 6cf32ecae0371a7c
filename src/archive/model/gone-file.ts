import { existsSync } from 'node:fs';
import { twins } from '../../machine/sessions/open-file.ts';

/** True if the file of a session was deleted, and neither packed nor unpacked. Nothing is known of an absent home's files. */
export function isFileGone(path: string, home: string): boolean {
  return twins(path).every((name) => !existsSync(name)) && existsSync(home);
}

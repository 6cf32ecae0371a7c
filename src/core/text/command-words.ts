import * as coreLimits from '../../limits/core.ts';
import { visibleLine } from './visible-text.ts';

/**
 * What a session says of itself and may stand in a command that is run, or printed for people to paste. Quoting alone
 * does not make a word safe: an id such as `--yolo` stays an option, and a terminal acts on an escape in quotes. A word
 * that fails is shown as text, never as a part of a command.
 */

/** Begins with a letter or a digit, so nothing takes it for an option; no path, and needs no quotes in any shell. */
const NAME = /^[A-Za-z0-9][\w.:@-]{0,127}$/;
/** Not an id: to those who run agents it names the newest session. */
const NEWEST = 'last';

/** True if the text may be the id of a session in a command. */
export function isCommandId(text: string): boolean {
  return NAME.test(text) && text !== NEWEST;
}

/** True if the text may be a folder or a file in a command, once it is quoted: absolute, and without control characters. */
export function isCommandPath(path: string): boolean {
  if (path.length > coreLimits.maxFolderLength || !/^(?:\/|[A-Za-z]:[\\/])/.test(path)) return false;
  return visibleLine(path) === path;
}

import { statSync } from 'node:fs';
import { ThreadlineError } from '../../errors.ts';
import { annotationsPath, readAnnotations } from '../../machine/sessions/annotations/annotations-file.ts';
import type { SessionIndex } from './session-index.ts';

/** How often the file of notes is looked at. */
const LOOK_MS = 1000;

/** Keeps the index up to date with what people noted. Call it before an answer. A broken file changes nothing. */
export function createNotesLook(index: SessionIndex, folder: string): (isUrgent?: boolean) => void {
  let seen = '';
  let nextLook = 0;
  return (isUrgent = false) => {
    if (!isUrgent && performance.now() < nextLook) return;
    nextLook = performance.now() + LOOK_MS;
    const stats = statSync(annotationsPath(folder), { throwIfNoEntry: false });
    const version = stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : '';
    if (version === seen) return;
    seen = version;
    try {
      index.setAnnotations(readAnnotations(folder));
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
    }
  };
}

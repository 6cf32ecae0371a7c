import { ThreadlineError } from '../../errors.ts';
import type { AnnotationKeeper } from '../../machine/sessions/annotations/annotation-keeper.ts';
import type { SessionIndex } from './session-index.ts';

/** How often it is asked whether something was noted. */
const LOOK_MS = 1000;

/** Keeps the index up to date with what people noted. Call it before an answer. What cannot be read changes nothing. */
export function createNotesLook(index: SessionIndex, keeper: AnnotationKeeper): (isUrgent?: boolean) => Promise<void> {
  let seen: string | undefined;
  let nextLook = 0;
  let looking = Promise.resolve();

  async function look(): Promise<void> {
    try {
      const read = await keeper.readAfter(seen);
      if (!read) return;
      index.setAnnotations(read.annotations);
      seen = read.version;
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
    }
  }

  return (isUrgent = false) => {
    if (!isUrgent && performance.now() < nextLook) return looking;
    nextLook = performance.now() + LOOK_MS;
    // One after the other: an earlier answer that comes late must not replace a later one.
    looking = looking.catch(() => {}).then(look);
    return looking;
  };
}

import { statSync } from 'node:fs';
import type { AnnotationKeeper } from './annotation-keeper.ts';
import { annotationsPath, changeAnnotation, readAnnotations } from './annotations-file.ts';

/** What the user of this machine noted, in the file that the commands write too. */
export function createFileKeeper(folder: string): AnnotationKeeper {
  return {
    async readAfter(known) {
      const stats = statSync(annotationsPath(folder), { throwIfNoEntry: false });
      const version = stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : '';
      return version === known ? undefined : { version, annotations: readAnnotations(folder) };
    },
    change: (session, change) => changeAnnotation(session, change, folder),
  };
}

import type { SessionFile } from '../../../machine/sessions/index.ts';

/** The session files of a list, by their paths. */
export interface FoundFiles {
  at(path: string): SessionFile | undefined;
}

export function createFoundFiles(files: readonly SessionFile[]): FoundFiles {
  let byPath: Map<string, SessionFile> | undefined;
  return {
    at(path) {
      byPath ??= new Map(files.map((file) => [file.path, file]));
      return byPath.get(path);
    },
  };
}

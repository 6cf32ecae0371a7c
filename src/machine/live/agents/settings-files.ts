import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Those of the files whose text lets an agent act unasked. One that cannot be read cannot be read by the agent either. */
export function filesThat(allow: RegExp, paths: readonly string[]): string[] {
  return paths.filter((path) => {
    try {
      return allow.test(readFileSync(path, 'utf8'));
    } catch {
      return false;
    }
  });
}

/** The files of a folder with this ending; none where there is no such folder. */
export function filesIn(folder: string, ending: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(ending));
    return names.map((name) => join(folder, name));
  } catch {
    return [];
  }
}

import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, sep } from 'node:path';
import { RequestError } from '../request-error.ts';

export interface RunFolderOptions {
  /** The working folders of listed sessions, newest first. */
  listed(): Iterable<string>;
  /** Folders that were named at the start: every folder below them will do. */
  roots: readonly string[];
}

/** Chooses the folders that an agent may be started in. */
export interface RunFolders {
  readonly roots: readonly string[];
  /** Those that a page offers. */
  offered(): string[];
  /** The folder itself, links resolved. Throws 403 for one that is neither listed nor below a root. */
  admit(cwd: string): string;
}

const MAX_OFFERED = 50;

/**
 * Links are resolved before anything is compared. A listed folder that has become a link leads elsewhere now, and
 * elsewhere was not listed.
 */
export function createRunFolders({ listed, roots: given }: RunFolderOptions): RunFolders {
  const roots = given.map((root) => realpathSync(root));

  function isBelowRoot(real: string): boolean {
    return roots.some((root) => real === root || real.startsWith(root.endsWith(sep) ? root : root + sep));
  }

  return {
    roots,
    offered() {
      const found = new Set<string>();
      for (const folder of listed()) {
        if (found.size >= MAX_OFFERED) break;
        if (!found.has(folder) && realOf(folder) === folder) found.add(folder);
      }
      return [...found, ...roots.filter((root) => !found.has(root))];
    },
    admit(cwd) {
      // The text goes to a program: a NUL would cut it, and a relative path depends on where the server was started.
      if (!isAbsolute(cwd) || cwd.includes('\0')) throw new RequestError(400, 'bad-request');
      const real = realOf(cwd);
      if (real === undefined) throw new RequestError(404, 'no-folder');
      if (isBelowRoot(real)) return real;
      for (const folder of listed()) if (folder === real) return real;
      throw new RequestError(403, 'folder-not-allowed');
    },
  };
}

/** Undefined if it is not there, or no folder. */
function realOf(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

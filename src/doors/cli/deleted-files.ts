import { resolve } from 'node:path';
import { ThreadlineError } from '../../errors.ts';
import type { KeptUsage } from '../../machine/usage/find-usage-files.ts';
import type { KeptReader } from '../../machine/usage/home-usage.ts';
import { readArchive } from './read-archive.ts';

/** What the archive keeps of the requests of files that agents deleted. */
export interface DeletedFiles {
  /** Reads the archive as it is: it is not made, grown or upgraded. Gives nothing if it cannot be used. */
  read: KeptReader;
  /** True after a reading without an archive: nothing is known of deleted files. */
  readonly isUnknown: boolean;
  /** Why the archive that is there could not be read. */
  readonly fault: string | undefined;
}

export interface DeletedOptions {
  homes?: readonly string[] | undefined;
  agent?: string | undefined;
  /** Files that were last written to before it are of no interest. Milliseconds since 1970. */
  from?: number | undefined;
  liveOnly?: boolean | undefined;
}

export function createDeletedFiles({ homes, agent, from = 0, liveOnly = false }: DeletedOptions): DeletedFiles {
  const wanted = homes && new Set(homes.map((home) => resolve(home)));
  let isUnknown = false;
  let fault: string | undefined;
  const isAsked = (file: KeptUsage) =>
    (wanted?.has(file.home) ?? true) && (agent ?? file.agent) === file.agent && file.modified >= from;

  return {
    async read(found) {
      if (liveOnly) return [];
      try {
        const kept = await readArchive(async (archive) => (await archive.keptUsage?.(found)) ?? []);
        isUnknown = kept === undefined;
        return kept?.filter(isAsked) ?? [];
      } catch (error) {
        if (!(error instanceof ThreadlineError)) throw error;
        // A first command that was ended at once leaves an empty file.
        if (error.code === 'not-found') isUnknown = true;
        else fault = error.message;
        return [];
      }
    },
    get isUnknown() {
      return isUnknown;
    },
    get fault() {
      return fault;
    },
  };
}

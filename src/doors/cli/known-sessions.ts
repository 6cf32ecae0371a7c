import { mayHaveCache } from '../../machine/sessions/cache-folder.ts';
import { hasArchive } from '../../machine/sessions/data-folder.ts';
import { openKnownFile } from '../../machine/sessions/known/known-file.ts';
import { createKnownSessions, type KnownSessions } from '../../machine/sessions/known/known-sessions.ts';
import type { CliContext } from './agents.ts';
import { packageVersion } from './package-version.ts';

/** Counts changes of what is kept of a file, or of how it is read, within one version of the package. */
const KNOWN_VERSION = 2;

/**
 * What earlier commands learnt of sessions: in the archive if there is one, else in a file of the cache. Undefined for
 * agents that a program brings: what their files say is theirs to know.
 */
export async function openKnownSessions({ agents }: CliContext): Promise<KnownSessions | undefined> {
  if (agents) return undefined;
  const openStore = hasArchive()
    ? (await import('../../archive/sqlite/known-in-archive.ts')).openKnownInArchive
    : openKnownFile;
  const isKept = hasArchive() || mayHaveCache();
  return createKnownSessions(() => (isKept ? openStore() : undefined), {
    version: `${packageVersion()}/${KNOWN_VERSION}`,
  });
}

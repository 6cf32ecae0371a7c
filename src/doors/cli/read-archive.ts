import type { Archive } from '../../archive/index.ts';
import { hasArchive } from '../../machine/sessions/data-folder.ts';

/** Reads the archive as it is, without waiting for an update. Without one it returns undefined and loads no SQLite. */
export async function readArchive<Result>(use: (archive: Archive) => Promise<Result>): Promise<Result | undefined> {
  if (!hasArchive()) return undefined;
  const { openArchive } = await import('../../archive/index.ts');
  const archive = await openArchive({ readOnly: true, sameThread: true });
  try {
    return await use(archive);
  } finally {
    await archive.close();
  }
}

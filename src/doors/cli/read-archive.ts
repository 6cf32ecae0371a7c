import type { Archive } from '../../archive/index.ts';
import { hasArchive } from '../../archive/model/data-folder.ts';

/**
 * For commands that work without an archive: reads it as it is, so that nobody waits. Nothing is made or brought up to
 * date, and SQLite is not even loaded where there is none; then the result is undefined. Throws a ThreadlineError where
 * it cannot be used.
 */
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

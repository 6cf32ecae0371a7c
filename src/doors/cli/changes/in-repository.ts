import { resolve } from 'node:path';
import { ThreadlineError } from '../../../errors.ts';
import { openRepository, type Repository } from '../../../machine/git/repository.ts';

/** Asks the named repository, or that of this folder if there is one. */
export async function inRepository<Answer>(
  folder: string | undefined,
  ask: (repository: Repository | undefined) => Promise<Answer>,
): Promise<Answer> {
  const repository = await openRepository(resolve(folder ?? '.')).catch((error: unknown) => {
    if (folder !== undefined || !(error instanceof ThreadlineError)) throw error;
    return undefined;
  });
  try {
    return await ask(repository);
  } finally {
    repository?.close();
  }
}

import { ThreadlineError } from '../../errors.ts';

/** Loads the driver, an optional peer dependency, when it is needed. */
export async function loadPg() {
  try {
    const { default: pg } = await import('pg');
    return pg;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const message = 'an archive on PostgreSQL needs a package that is not installed: npm install pg';
    throw new ThreadlineError('not-found', message, { cause: error });
  }
}

import { ThreadlineError } from '../../errors.ts';

/** Loads the client of OpenID Connect, an optional peer dependency, when somebody logs in. */
export async function loadOpenid() {
  try {
    return await import('openid-client');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const message = 'a team server needs a package that is not installed: npm install openid-client';
    throw new ThreadlineError('not-found', message, { cause: error });
  }
}

import { ThreadlineError } from '../../../errors.ts';
import { FIRST_TENANT, serverHealth } from '../../../fleet/postgres/index.ts';
import type { AskedServer } from './server-health.ts';

/** Loaded only where a server is named. */
export async function askServer(url: string): Promise<AskedServer> {
  try {
    return { health: await serverHealth(url, process.env.THREADLINE_TENANT || FIRST_TENANT) };
  } catch (error) {
    if (!(error instanceof ThreadlineError)) throw error;
    return { code: error.code, message: error.message };
  }
}

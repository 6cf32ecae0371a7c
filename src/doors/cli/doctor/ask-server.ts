import { ThreadlineError } from '../../../errors.ts';
import { FIRST_TENANT, serverHealth } from '../../../fleet/postgres/index.ts';
import { askMe } from '../../../fleet/team/ask-me.ts';
import { createTokenSource } from '../../../fleet/team/login-client.ts';
import { isTeamAddress } from '../../../fleet/team/team-address.ts';
import type { AskedServer } from './server-health.ts';

/** Loaded only where a server is named. */
export async function askServer(url: string): Promise<AskedServer> {
  try {
    if (isTeamAddress(url)) {
      const { origin } = new URL(url);
      const token = createTokenSource(origin, process.env.THREADLINE_TOKEN || undefined);
      return { team: { origin, ...(await askMe(origin, token)) } };
    }
    return { health: await serverHealth(url, process.env.THREADLINE_TENANT || FIRST_TENANT) };
  } catch (error) {
    if (!(error instanceof ThreadlineError)) throw error;
    return { code: error.code, message: error.message };
  }
}

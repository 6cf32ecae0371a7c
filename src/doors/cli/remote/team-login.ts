import { type HttpsStore, openHttpsStore } from '../../../fleet/team/https-store.ts';
import { createTokenSource } from '../../../fleet/team/login-client.ts';

/** The archive of a team server, with the token of `THREADLINE_TOKEN` or of `threadline login`. */
export function openTeamStore(address: string): HttpsStore {
  const { origin } = new URL(address);
  return openHttpsStore({ url: origin, token: createTokenSource(origin, process.env.THREADLINE_TOKEN || undefined) });
}

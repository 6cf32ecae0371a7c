import type { ThreadStore } from '../../../archive/index.ts';
import { isTeamAddress } from '../../../fleet/team/team-address.ts';

/** The lines on `--archive` in the help of every command that can ask a server instead of this machine. */
export const ARCHIVE_HELP = `      --archive URL   Ask this server, postgres://… or a team's https://…,
                      instead of this machine; by default the one that
                      THREADLINE_ARCHIVE names, if any`;

/** A server that a collector sends to is not read unless it is named here. */
export async function openRemoteStore(address: string): Promise<ThreadStore> {
  if (isTeamAddress(address)) {
    const { openTeamStore } = await import('./team-login.ts');
    return openTeamStore(address);
  }
  const { openPostgresStore } = await import('../../../fleet/postgres/index.ts');
  return openPostgresStore({ url: address, tenant: process.env.THREADLINE_TENANT || undefined });
}

/** Opens a server's archive, and closes it in the end. */
export async function withRemoteStore<Result>(
  address: string,
  use: (store: ThreadStore) => Promise<Result>,
): Promise<Result> {
  const store = await openRemoteStore(address);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

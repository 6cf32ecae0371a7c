import { ThreadlineError } from '../../errors.ts';
import {
  announceJobs,
  checkVersion,
  connect,
  createPostgresRawStore,
  findMachine,
  readBacklog,
} from '../postgres/index.ts';
import type { GatewayStore } from './gateway-store.ts';

/** The number of requests that use the database at once. The others wait for their turn. */
const CONNECTIONS = 8;

/** Opens a store that cannot read what it keeps. Throws for another version; calls `onAway` if the server is away. */
export async function openGatewayStore(
  url: string,
  onAway: (error: unknown) => void = () => {},
): Promise<GatewayStore> {
  const database = await connect({ url, connections: CONNECTIONS });
  try {
    await checkVersion(database, 'gateway');
  } catch (error) {
    const isAway = error instanceof ThreadlineError && (error.code === 'unreachable' || error.code === 'busy');
    if (!isAway) {
      await database.close();
      throw error;
    }
    onAway(error);
  }
  return {
    findMachine: (digest, name) => findMachine(database, digest, name),
    rawStore: ({ tenant, id }) => createPostgresRawStore(database, { tenant, machine: id }),
    announce: () => announceJobs(database),
    backlog: () => readBacklog(database),
    close: () => database.close(),
  };
}

import { parseObject } from '../../core/lines/json.ts';
import { ThreadlineError } from '../../errors.ts';
import { NO_POLICY } from '../collect/collect-policy.ts';
import {
  announceJobs,
  checkVersion,
  connect,
  createPostgresRawStore,
  findMachine,
  readBacklog,
  readPolicyDocument,
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
    async policyOf({ tenant }) {
      const document = await readPolicyDocument(database, tenant);
      const policy = document === undefined ? NO_POLICY : parseObject(document);
      if (!policy) throw new ThreadlineError('damaged', 'the policy of the archive cannot be read');
      return policy;
    },
    rawStore: ({ tenant, id }) => createPostgresRawStore(database, { tenant, machine: id }),
    announce: () => announceJobs(database),
    backlog: () => readBacklog(database),
    close: () => database.close(),
  };
}

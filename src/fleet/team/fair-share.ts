import { createTurnstile, type Turnstile } from '../gateway/turnstile.ts';
import type { ServerDatabase } from '../postgres/index.ts';

/**
 * A database of which nobody has more than a share at a time: the slow searches of one reader keep no other one out. `who` is
 * whose share it is; what is too much waits for its turn.
 */
export function createFairShares(database: ServerDatabase, most: number): (who: string) => ServerDatabase {
  const shares = new Map<string, Turnstile>();
  return (who) => ({
    ...database,
    async transaction(options, run) {
      const share = shares.get(who) ?? createTurnstile(most);
      shares.set(who, share);
      const leave = await share.enter();
      try {
        return await database.transaction(options, run);
      } finally {
        leave();
        if (share.isEmpty()) shares.delete(who);
      }
    },
  });
}

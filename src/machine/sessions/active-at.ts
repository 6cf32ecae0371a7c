import { lastActive } from '../facts/last-active.ts';
import type { SessionFile } from './store.ts';

/**
 * The time at which a session was last active, in milliseconds since 1970. `lastRecord` is the time of its last record. A
 * session in a database has no time of its file: that of its row is the agent's word, and often older than its last record.
 */
export function activeAt(
  { source, modified }: Pick<SessionFile, 'source' | 'modified'>,
  lastRecord: number | undefined,
): number {
  return source ? (lastRecord ?? modified) : lastActive(modified, lastRecord);
}

import type { SessionInfo } from '../../sessions/index.ts';
import type { UsageTotal } from '../../usage/index.ts';

/** What sessions used, by `agent:ID`. */
export type SessionUsages = ReadonlyMap<string, UsageTotal>;

/** Undefined where the files of a session count no request. */
export function usageOf({ agent, id }: SessionInfo, usages: SessionUsages | undefined): UsageTotal | undefined {
  return usages?.get(`${agent}:${id}`);
}

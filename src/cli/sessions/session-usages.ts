import type { SessionInfo } from '../../sessions/index.ts';
import type { UsageTotal } from '../../usage/index.ts';

/** What sessions used, by `agent:ID`. */
export type SessionUsages = ReadonlyMap<string, UsageTotal>;

export function sessionKey({ agent, id }: Pick<SessionInfo, 'agent' | 'id'>): string {
  return `${agent}:${id}`;
}

/** Undefined where the files of a session count no request. */
export function usageOf(info: SessionInfo, usages: SessionUsages | undefined): UsageTotal | undefined {
  return usages?.get(sessionKey(info));
}

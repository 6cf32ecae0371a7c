import { priceOf } from './price-of.ts';
import { defaultPrices } from './price-table.ts';
import { usageName } from './session-sums.ts';
import type { UsageRow } from './usage-row.ts';
import { createUsageTotal, type UsageTotal, type UsageTotalBuilder } from './usage-total.ts';

/** A session of a list, as far as its share of all requests depends on it. */
export interface SharingSession {
  agent?: string | undefined;
  id: string;
  path?: string | undefined;
}

/** Requests that belong to no session of the list, such as those of a sub-agent that nobody talked to. */
export interface UnlistedShare {
  agent: string;
  threadId: string;
  /** The file that records them. */
  path: string;
  project: string | undefined;
  /** The time of the last one, in milliseconds since 1970. */
  lastAt: number;
  usage: UsageTotal;
}

/** What each session of a list used. Every request stands in exactly one of them, or in an unlisted share. */
export interface SessionShares<Session> {
  add(row: UsageRow): void;
  /** The session alone; undefined if it made no request that is counted for it. */
  usage(session: Session): UsageTotal | undefined;
  /** The session with all that its agents started, for the first of a family. */
  withAgents(session: Session): UsageTotal | undefined;
  unlisted(): UnlistedShare[];
}

interface Unlisted extends Omit<UnlistedShare, 'usage'> {
  sum: UsageTotalBuilder;
}

/**
 * `families`: each session with all that its agents started, in the order of the list. A thread that several homes hold
 * counts for the first of its copies, which is the one that `show` opens.
 */
export function createSessionShares<Session extends SharingSession>(
  families: Iterable<readonly Session[]>,
): SessionShares<Session> {
  const byName = new Map<string, Session>();
  const byPath = new Map<string, Session>();
  const roots = new Map<Session, Session>();
  const own = new Map<Session, UsageTotalBuilder>();
  const whole = new Map<Session, UsageTotalBuilder>();
  const unlisted = new Map<string, Unlisted>();
  for (const family of families) {
    const [root] = family;
    for (const session of family) {
      const name = usageName({ agent: session.agent, threadId: session.id });
      if (!byName.has(name)) byName.set(name, session);
      if (session.path !== undefined) byPath.set(session.path, session);
      // A session alone is its whole family.
      if (root && family.length > 1) roots.set(session, root);
    }
  }

  function unlistedOf(row: UsageRow, name: string): UsageTotalBuilder {
    const { agent, threadId, source: path, project, at } = row;
    const known = unlisted.get(name) ?? { agent, threadId, path, project, lastAt: at, sum: createUsageTotal() };
    known.lastAt = Math.max(known.lastAt, at);
    unlisted.set(name, known);
    return known.sum;
  }

  return {
    add(row) {
      const cost = priceOf(row, defaultPrices);
      const name = usageName(row);
      const session = byName.get(name) ?? byPath.get(row.source);
      if (!session) return unlistedOf(row, name).add(row, cost);
      sumOf(own, session).add(row, cost);
      const root = roots.get(session);
      if (root) sumOf(whole, root).add(row, cost);
    },
    usage: (session) => own.get(session)?.total(),
    withAgents: (session) => (whole.get(session) ?? (roots.has(session) ? undefined : own.get(session)))?.total(),
    unlisted: () => Array.from(unlisted.values(), ({ sum, ...share }) => ({ ...share, usage: sum.total() })),
  };
}

function sumOf<Key>(sums: Map<Key, UsageTotalBuilder>, key: Key): UsageTotalBuilder {
  const sum = sums.get(key) ?? createUsageTotal();
  sums.set(key, sum);
  return sum;
}

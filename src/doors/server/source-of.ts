import type { AgentStore } from '../../machine/sessions/store.ts';
import { notFound } from './request-error.ts';
import type { SessionEntry } from './session-index.ts';
import type { StoreFeed } from './store-feed.ts';
import { createStoreSource } from './transcript/store-source.ts';
import { createFileSource, type ViewedSource } from './transcript/viewed-source.ts';

/** Where a session of the index is read from. Throws a RequestError where nobody has it. */
export type SourceOf = (entry: SessionEntry) => ViewedSource;

/** Its file where this machine has it, else the store. */
export function createSourceOf(agents: readonly AgentStore[], feed: () => StoreFeed | undefined): SourceOf {
  return ({ path, stored }) => {
    if (path !== undefined) return createFileSource(path, agents);
    const known = feed();
    if (!stored || !known) throw notFound();
    return createStoreSource({ feed: known, session: stored.session, agents });
  };
}

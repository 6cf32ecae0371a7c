import type { AgentStore } from '../../machine/sessions/store.ts';
import { notFound } from './request-error.ts';
import type { SessionEntry } from './session-index.ts';
import type { StoreFeed } from './store-feed.ts';
import { createStoreSource } from './transcript/store-source.ts';
import { createFileSource, type ViewedSource } from './transcript/viewed-source.ts';

/** Finds the source of a session in the index. Throws a RequestError if there is none. */
export type SourceOf = (entry: SessionEntry) => ViewedSource;

/** The session's file if this machine has it, else the store. */
export function createSourceOf(agents: readonly AgentStore[], feed: () => StoreFeed | undefined): SourceOf {
  return ({ path, stored }) => {
    if (path !== undefined) return createFileSource(path, agents);
    const known = feed();
    if (!stored || !known) throw notFound();
    return createStoreSource({ feed: known, session: stored.session, agents });
  };
}

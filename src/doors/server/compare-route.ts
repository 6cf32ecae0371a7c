import { compareSessions } from '../../machine/compare/compare-sessions.ts';
import { readCompared, readComparedFrom } from '../../machine/compare/read-compared.ts';
import { jsonAnswer } from '../../machine/http/http-answer.ts';
import type { SessionInfo } from '../../machine/sessions/session-info.ts';
import type { AgentStore } from '../../machine/sessions/store.ts';
import { priceOf } from '../../machine/usage/price-of.ts';
import { defaultPrices } from '../../machine/usage/price-table.ts';
import { createUsageTotal } from '../../machine/usage/usage-total.ts';
import { API_SCHEMA, type ApiCompare } from './api-types.ts';
import { opsOfEntry } from './changes-route.ts';
import { hideSecrets } from './hide-secrets.ts';
import { UNTITLED } from './listed-head.ts';
import { badRequest, notFound, RequestError } from './request-error.ts';
import type { SessionEntry, SessionIndex } from './session-index.ts';
import type { SessionRequests } from './session-requests.ts';
import type { ApiRoute } from './site.ts';
import type { SourceOf } from './source-of.ts';
import type { ViewedSource } from './transcript/viewed-source.ts';

export interface CompareRouteOptions {
  index: SessionIndex;
  agents: readonly AgentStore[];
  requestsOf: SessionRequests;
  sourceOf: SourceOf;
  filled(): Promise<void>;
  /** Asks whether a session that was listed may still be seen. Without it all may. */
  isSeen?: ((entry: SessionEntry) => Promise<boolean>) | undefined;
}

/** Answers `/api/compare?a=<key>&b=<key>[&c=<key>]`: what `threadline compare --json` says, without secrets. */
export function createCompareRoute(options: CompareRouteOptions): ApiRoute {
  const { index, agents, requestsOf, sourceOf, filled, isSeen } = options;

  async function entryOf(key: string): Promise<SessionEntry> {
    if (!index.get(key)) await filled();
    const entry = index.get(key);
    if (!entry || !((await isSeen?.(entry)) ?? true)) throw notFound();
    return entry;
  }

  async function compared(entry: SessionEntry) {
    const { path, head } = entry;
    const source = sourceOf(entry);
    const info = path === undefined ? await storedInfo(source) : undefined;
    const total = createUsageTotal();
    for (const row of await requestsOf(entry)) total.add(row, priceOf(row, defaultPrices));
    const ops = await opsOfEntry(entry, index, sourceOf);
    // A session without words has no title, here as on the command line. The page finds a word for it.
    const title = head.title === UNTITLED ? undefined : head.title;
    const known = { agents, ops, usage: total.total(), title };
    return info ? readComparedFrom({ info, read: source.read }, known) : readCompared(source.path ?? '', known);
  }

  return async (place, query) => {
    if (place.length > 0) throw notFound();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => query.text(name));
    if (a === undefined || b === undefined) throw badRequest();
    const keys = [a, b, ...(c === undefined ? [] : [c])];
    // Of all of them before one is read: where one is not there, nothing was read of the others.
    const entries: SessionEntry[] = [];
    for (const key of keys) entries.push(await entryOf(key));
    const sessions: Awaited<ReturnType<typeof compared>>[] = [];
    // One after the other: each is read as a whole.
    for (const entry of entries) sessions.push(await compared(entry));
    return jsonAnswer({ schema: API_SCHEMA, keys, ...hideSecrets(compareSessions(sessions)) } satisfies ApiCompare);
  };
}

/** The text of a conversation does not tell every call and edit: better no answer than one that says too little. */
async function storedInfo(source: ViewedSource): Promise<SessionInfo> {
  const { info, isArchived } = await source.open();
  if (isArchived || !info) throw new RequestError(410, 'gone');
  return info;
}

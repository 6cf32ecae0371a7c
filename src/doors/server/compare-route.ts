import { compareSessions } from '../../machine/compare/compare-sessions.ts';
import { readCompared } from '../../machine/compare/read-compared.ts';
import { jsonAnswer } from '../../machine/http/http-answer.ts';
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

export interface CompareRouteOptions {
  index: SessionIndex;
  agents: readonly AgentStore[];
  requestsOf: SessionRequests;
  sourceOf: SourceOf;
  filled(): Promise<void>;
}

/** Answers `/api/compare?a=<key>&b=<key>[&c=<key>]`: what `threadline compare --json` says, without secrets. */
export function createCompareRoute({ index, agents, requestsOf, sourceOf, filled }: CompareRouteOptions): ApiRoute {
  async function entryOf(key: string): Promise<SessionEntry & { path: string }> {
    if (!index.get(key)) await filled();
    const entry = index.get(key);
    if (!entry) throw notFound();
    const { path } = entry;
    if (path === undefined) throw new RequestError(410, 'gone');
    return { ...entry, path };
  }

  async function compared(entry: SessionEntry & { path: string }) {
    const total = createUsageTotal();
    for (const row of await requestsOf(entry)) total.add(row, priceOf(row, defaultPrices));
    const ops = await opsOfEntry(entry, index, sourceOf);
    const { title } = entry.head;
    // A session without words has no title, here as on the command line. The page finds a word for it.
    const told = title === UNTITLED ? undefined : title;
    return readCompared(entry.path, { agents, ops, usage: total.total(), title: told });
  }

  return async (place, query) => {
    if (place.length > 0) throw notFound();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => query.text(name));
    if (a === undefined || b === undefined) throw badRequest();
    const keys = [a, b, ...(c === undefined ? [] : [c])];
    const sessions: Awaited<ReturnType<typeof compared>>[] = [];
    // One after the other: each is read as a whole.
    for (const key of keys) sessions.push(await compared(await entryOf(key)));
    return jsonAnswer({ schema: API_SCHEMA, keys, ...hideSecrets(compareSessions(sessions)) } satisfies ApiCompare);
  };
}

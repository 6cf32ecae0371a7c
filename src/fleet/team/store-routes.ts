import type { IncomingMessage } from 'node:http';
import { parseJson } from '../../core/lines/json.ts';
import { ThreadlineError } from '../../errors.ts';
import { type HttpAnswer, jsonAnswer } from '../../machine/http/http-answer.ts';
import type { Bounds } from '../gateway/bounds.ts';
import { readBody } from '../gateway/read-body.ts';
import { Refusal } from '../gateway/refusal.ts';
import type { Route } from '../gateway/routes.ts';
import { type CallReader, readCall } from './check-call.ts';
import type { Principal } from './team-access.ts';
import { type Me, type StoreMethod, storeMethods, storeProtocol } from './team-protocol.ts';
import type { TeamStore } from './team-store.ts';

export interface StoreRouteOptions {
  /** Whoever asks; refuses with 401. */
  admit(request: IncomingMessage): Promise<Principal>;
  storeOf(principal: Principal, request: IncomingMessage): Promise<TeamStore>;
  bounds: Bounds;
  /** Of this threadline. */
  version?: string | undefined;
}

/** How long a reader waits for changes before it is told that there are none. */
const PATIENCE_MS = 20_000;

type Answer = (store: TeamStore, call: CallReader, signal: AbortSignal) => Promise<unknown>;

/** `redacted()` has all methods but those that are asked piece by piece, which are alike for both. */
const readingOf = (store: TeamStore, { others }: CallReader) => (others ? store.redacted() : store);

const answers: Record<Exclude<StoreMethod, 'raw'>, Answer> = {
  listSessions: (store, call) =>
    readingOf(store, call).listSessions(call.may('sessionFilter') ?? {}, call.need('page')),
  getSession: (store, call) => readingOf(store, call).getSession(call.need('key')),
  readBlocks: (store, call) => readingOf(store, call).readBlocks(call.need('key'), call.need('range')),
  search: (store, call, signal) =>
    readingOf(store, call).search(call.need('query'), call.need('page'), { signal, context: call.may('context') }),
  nearWords: async (store, call) => (call.others ? [] : store.nearWords?.(call.need('text'))),
  filesTouched: (store, call) => readingOf(store, call).filesTouched(call.may('touchedFilter') ?? {}),
  usage: (store, call) => readingOf(store, call).usage(call.need('usageQuery')),
  usageRows: (store, call) => readingOf(store, call).usageRows(call.may('usageFilter') ?? {}, call.need('page')),
  usageSums: async (store, call) => (call.others ? undefined : store.usageSums?.(call.may('sumsFilter'))),
  usageBy: async (store, call) => (call.others ? undefined : store.usageBy?.(call.need('workQuery'))),
  changes: (store, call, signal) => store.changesPage(call.need('since'), signal, PATIENCE_MS),
  setVisibility: (store, call) => store.setVisibility(call.need('key'), call.need('visibility')),
  clearVisibility: (store, call) => store.clearVisibility(call.need('key')),
};

/** The route of a method of the store, or of the question who one is; undefined for any other. */
export function createStoreRoutes(options: StoreRouteOptions): (method: string, path: string) => Route | undefined {
  const routes = new Map<string, Route>([[`GET ${storeProtocol.me}`, { name: 'me', answer: me }]]);
  for (const method of Object.keys(storeMethods) as StoreMethod[])
    routes.set(`POST ${storeProtocol.path}${method}`, { name: method, answer: (request) => call(method, request) });

  async function me(request: IncomingMessage): Promise<HttpAnswer> {
    const { person, reader, scopes, expiresAt } = await options.admit(request);
    const { teams, admin } = reader;
    const { version } = options;
    const about = { person: person ?? null, teams, admin, scopes, expires_at: expiresAt.toISOString() };
    const answer: Me = { ...about, ...(version !== undefined && { version }) };
    return jsonAnswer(answer);
  }

  async function call(method: StoreMethod, request: IncomingMessage): Promise<HttpAnswer> {
    const principal = await options.admit(request);
    const wanted = storeMethods[method];
    if (!principal.scopes.includes('text') && !principal.scopes.includes(wanted))
      throw new Refusal(403, { error: 'scope' });
    const leave = options.bounds.enter(principal.token, 0);
    const gone = new AbortController();
    const onGone = () => gone.abort();
    request.socket.once('close', onGone);
    try {
      const body = (await readBody(request)).toString('utf8');
      const given = readCall(body === '' ? {} : parseJson(body));
      const store = await options.storeOf(principal, request);
      if (method === 'raw') return await rawAnswer(store, given);
      const value = await answers[method](store, given, gone.signal);
      // It may have waited for a while: who was revoked meanwhile is told nothing.
      if (method === 'changes') await options.admit(request);
      return jsonAnswer({ value });
    } catch (error) {
      throw asRefusal(error);
    } finally {
      request.socket.off('close', onGone);
      leave();
    }
  }

  return (method, path) => routes.get(`${method} ${path}`);
}

async function rawAnswer(store: TeamStore, call: CallReader): Promise<HttpAnswer> {
  if (call.others) throw new ThreadlineError('unsupported', 'the bytes of a session are not redacted');
  const { bytes, next } = await store.rawPage(call.need('key'), call.may('from'));
  const headers = { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' };
  return {
    status: 200,
    headers: { ...headers, ...(next !== undefined && { [storeProtocol.nextHeader]: next }) },
    body: bytes,
  };
}

/** A bad call says what is wrong with it. Of a fault only its kind is told: messages name the database. */
function asRefusal(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof SyntaxError)
    return new Refusal(400, { error: 'bad-call', reason: error.message.slice(0, 500) });
  if (!(error instanceof ThreadlineError)) return error;
  if (error.code === 'not-found') return new Refusal(404, { error: 'not-found' });
  if (error.code === 'unsupported') return new Refusal(400, { error: 'unsupported' });
  return new Refusal(503, { error: error.code }, 5, error);
}

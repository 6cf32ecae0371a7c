import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpAnswer } from '../../machine/http/http-answer.ts';
import { compressAnswer } from './compress.ts';
import { type GuardOptions, methodNotAllowed, refuse } from './guard.ts';
import { createQuery, type Query } from './query.ts';
import { RequestError } from './request-error.ts';
import { errorAnswer, send } from './respond.ts';
import { type JsonBody, readJsonBody, refuseWrite, type WriteTokens } from './write-guard.ts';

/** Answers requests that the guard admitted. */
export interface Site {
  /** A file of the page, by its exact path; undefined if there is none. Files hold no data, so no token is required. */
  file(path: string): HttpAnswer | undefined;
  /** An answer of the API. Throws a RequestError if there is none. */
  answer(path: string, query: Query, signal: AbortSignal): Promise<HttpAnswer>;
  /** The tokens of pages that may change something. Without them nothing is changed. */
  writeTokens?: WriteTokens | undefined;
  /** What a POST to this path does with its body; undefined if nothing. */
  write?(path: string): ((body: JsonBody, signal: AbortSignal) => Promise<HttpAnswer>) | undefined;
  /** Takes over a response and writes events to it until it is closed. False if there are too many already. */
  stream(query: Query, lastEventId: string | undefined, response: ServerResponse): boolean;
}

/** Who may ask a site, and by which rules. */
export interface SiteEntrance {
  rules: GuardOptions;
  /** Answers a path outside of the API: a file of the page, or the way in. */
  page(path: string, query: Query): HttpAnswer;
  /** An answer of the API to whoever asks. */
  open?(path: string, query: Query): HttpAnswer | undefined;
  /** The site, for whoever may ask it. Throws a RequestError for others. */
  admit(): Promise<Site> | Site;
}

/** Answers a request: the guard first, then the entrance, then the site. A RequestError is its answer, any other a fault. */
export async function answerSite(
  request: IncomingMessage,
  response: ServerResponse,
  entrance: SiteEntrance,
  onFault: (error: unknown) => void,
): Promise<void> {
  try {
    await answer(request, response, entrance);
  } catch (error) {
    if (!(error instanceof RequestError)) onFault(error);
    const { status, code } = error instanceof RequestError ? error : { status: 500, code: 'internal' };
    // What is left of a body is not read.
    if (!request.complete && !response.headersSent) response.setHeader('connection', 'close');
    if (response.headersSent) response.destroy();
    else send(response, errorAnswer(status, code));
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, entrance: SiteEntrance): Promise<void> {
  const { rules } = entrance;
  const isHead = request.method === 'HEAD';
  const refusal = refuse(request, rules);
  if (refusal) {
    // The body is not read.
    response.setHeader('connection', 'close');
    return send(response, errorAnswer(refusal.status, refusal.code), isHead);
  }
  const target = request.url ?? '/';
  const path = target.split('?', 1)[0] ?? '/';
  const query = createQuery(target);
  const deliver = async (found: HttpAnswer) =>
    send(response, await compressAnswer(found, request.headers['accept-encoding']?.toString()), isHead);
  if (path !== '/api' && !path.startsWith('/api/')) {
    const found = entrance.page(path, query);
    const isForPerson = request.headers.accept?.toLowerCase().includes('text/html') === true;
    return deliver(isForPerson ? (asPage(found, entrance) ?? found) : found);
  }
  const open = request.method === 'POST' ? undefined : entrance.open?.(path, query);
  if (open) return send(response, open, isHead);
  const site = await entrance.admit();
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  if (request.method === 'POST') {
    const write = site.write?.(path);
    if (!write) throw methodNotAllowed();
    const refused = refuseWrite(request, rules, site.writeTokens);
    if (refused) throw refused;
    return deliver(await write(await readJsonBody(request), closed.signal));
  }
  if (path === '/api/events') {
    const lastEventId = request.headers['last-event-id'];
    const isTaken = site.stream(query, typeof lastEventId === 'string' ? lastEventId : undefined, response);
    if (!isTaken) throw new RequestError(503, 'too-many');
    return;
  }
  await deliver(await site.answer(path, query, closed.signal));
}

/** A browser gets an error as the page, which finds words and a way on. It must not be cached. */
function asPage({ status }: HttpAnswer, { page }: SiteEntrance): HttpAnswer | undefined {
  const found = status >= 400 ? page('/', createQuery('/')) : undefined;
  const type = found?.headers['content-type'] ?? '';
  return found && { status, headers: { 'content-type': type, 'cache-control': 'no-store' }, body: found.body };
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type HttpAnswer, jsonAnswer } from '../../machine/http/http-answer.ts';
import { limitConnections } from '../../machine/http/limit-connections.ts';
import { refuseUnparsed } from '../../machine/http/refuse-unparsed.ts';
import { API_SCHEMA, type ApiProof } from './api-types.ts';
import { compressAnswer } from './compress.ts';
import { type GuardOptions, methodNotAllowed, refuse } from './guard.ts';
import type { Keys } from './keys.ts';
import { createQuery, type Query } from './query.ts';
import { RequestError } from './request-error.ts';
import { errorAnswer, SECURITY_HEADERS, send } from './respond.ts';
import { type JsonBody, readJsonBody, refuseWrite, type WriteTokens } from './write-guard.ts';

/** Answers requests that the guard admitted. */
export interface Site {
  /** A file of the page, by its exact path; undefined if there is none. Files hold no data, so no token is required. */
  file(path: string): HttpAnswer | undefined;
  /** An answer of the API. Throws a RequestError if there is none. */
  answer(path: string, query: Query, signal: AbortSignal): Promise<HttpAnswer>;
  /** What a POST to this path does with its body; undefined if nothing. */
  write?(path: string): ((body: JsonBody, signal: AbortSignal) => Promise<HttpAnswer>) | undefined;
  /** Takes over a response and writes events to it until it is closed. False if there are too many already. */
  stream(query: Query, lastEventId: string | undefined, response: ServerResponse): boolean;
}

export interface HttpServerOptions {
  site: Site;
  keys: Keys;
  /** The tokens of pages that may change something. Without them the server is read only. */
  writeTokens?: WriteTokens | undefined;
  /** Known once the port is. */
  guard(): GuardOptions & { port: number };
  /** Called with internal faults, for the terminal. */
  onFault(error: unknown): void;
  /** The time limit for the head of a request. */
  headerTimeoutMs?: number;
}

/** One more connection ends the one that was idle for longest. */
const MAX_CONNECTIONS = 64;
const MAX_HEADER_BYTES = 16 * 1024;
const HEADER_TIMEOUT_MS = 5000;
const REQUEST_TIMEOUT_MS = 10_000;

/** The server: the guard first, then the token, then the site. */
export function createHttpServer({ site, keys, writeTokens, guard, onFault, ...rest }: HttpServerOptions): Server {
  const { headerTimeoutMs = HEADER_TIMEOUT_MS } = rest;
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: headerTimeoutMs,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: Math.min(1000, headerTimeoutMs),
    keepAliveTimeout: 5000,
    // The guard answers these itself, with its own headers.
    requireHostHeader: false,
  };
  const server = createServer(options, (request, response) => {
    if (request.socket.destroyed) return;
    handle(request, response).catch((error: unknown) => {
      if (!(error instanceof RequestError)) onFault(error);
      const { status, code } = error instanceof RequestError ? error : { status: 500, code: 'internal' };
      // What is left of a body is not read.
      if (!request.complete && !response.headersSent) response.setHeader('connection', 'close');
      if (response.headersSent) response.destroy();
      else send(response, errorAnswer(status, code));
    });
  });
  limitConnections(server, { most: MAX_CONNECTIONS });
  refuseUnparsed(server, SECURITY_HEADERS);
  // Without a listener an upgrade goes to the ordinary handler, which refuses it.
  return server;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { port, ...rules } = guard();
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
    if (path !== '/api' && !path.startsWith('/api/')) {
      const answer = pageAnswer(path, query, port);
      const isForPerson = request.headers.accept?.toLowerCase().includes('text/html') === true;
      return deliver(isForPerson ? (asPage(answer) ?? answer) : answer);
    }
    if (path === '/api/proof' && request.method !== 'POST') return send(response, proofAnswer(query, port), isHead);
    if (!keys.isAllowed(request.headers, port)) throw new RequestError(401, 'unauthorised');
    const closed = new AbortController();
    response.once('close', () => closed.abort());
    if (request.method === 'POST') {
      const write = site.write?.(path);
      if (!write) throw methodNotAllowed();
      const refused = refuseWrite(request, rules, writeTokens);
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

    async function deliver(answer: HttpAnswer): Promise<void> {
      send(response, await compressAnswer(answer, request.headers['accept-encoding']?.toString()), isHead);
    }
  }

  /** Without a token: whoever asks holds it, and does not send it before it knows who listens here. */
  function proofAnswer(query: Query, port: number): HttpAnswer {
    const proof = keys.prove(query.text('challenge') ?? '', port);
    if (proof === undefined) throw new RequestError(400, 'bad-request');
    return jsonAnswer({ schema: API_SCHEMA, proof } satisfies ApiProof);
  }

  /** The first visit has the token, or a code for it, in the address. It moves from there into a cookie. */
  function pageAnswer(path: string, query: Query, port: number): HttpAnswer {
    const token = query.text('token');
    const code = query.text('code');
    if (token !== undefined || code !== undefined) {
      const isKnown = token === undefined ? keys.takeCode(code ?? '') : keys.isToken(token);
      if (!isKnown) return errorAnswer(401, 'unauthorised');
      const headers = { location: path, 'set-cookie': keys.setCookie(port), 'cache-control': 'no-store' };
      return { status: 302, headers, body: '' };
    }
    return site.file(path) ?? errorAnswer(404, 'not-found');
  }

  /** A browser gets an error as the page, which finds words and a way on. It must not be cached. */
  function asPage({ status }: HttpAnswer): HttpAnswer | undefined {
    const page = status >= 400 ? site.file('/') : undefined;
    const type = page?.headers['content-type'] ?? '';
    return page && { status, headers: { 'content-type': type, 'cache-control': 'no-store' }, body: page.body };
  }
}

import { createServer, type Server } from 'node:http';
import { type HttpAnswer, jsonAnswer } from '../../machine/http/http-answer.ts';
import { limitConnections } from '../../machine/http/limit-connections.ts';
import { refuseUnparsed } from '../../machine/http/refuse-unparsed.ts';
import { answerSite, type Site } from './answer-site.ts';
import { API_SCHEMA, type ApiProof } from './api-types.ts';
import type { GuardOptions } from './guard.ts';
import type { Keys } from './keys.ts';
import type { Query } from './query.ts';
import { RequestError } from './request-error.ts';
import { errorAnswer, SECURITY_HEADERS } from './respond.ts';

export interface HttpServerOptions {
  site: Site;
  keys: Keys;
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
export function createHttpServer({ site, keys, guard, onFault, ...rest }: HttpServerOptions): Server {
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
    const { port, ...rules } = guard();
    const entrance = {
      rules,
      page: (path: string, query: Query) => pageAnswer(path, query, port),
      open: (path: string, query: Query) => (path === '/api/proof' ? proofAnswer(query, port) : undefined),
      admit() {
        if (!keys.isAllowed(request.headers, port)) throw new RequestError(401, 'unauthorised');
        return site;
      },
    };
    answerSite(request, response, entrance, onFault).catch(onFault);
  });
  limitConnections(server, { most: MAX_CONNECTIONS });
  refuseUnparsed(server, SECURITY_HEADERS);
  // Without a listener an upgrade goes to the ordinary handler, which refuses it.
  return server;

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
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { jsonAnswer, sendAnswer } from '../../machine/http/http-answer.ts';
import { limitConnections } from '../../machine/http/limit-connections.ts';
import { refuseUnparsed } from '../../machine/http/refuse-unparsed.ts';
import type { Metrics } from './metrics.ts';
import { Refusal } from './refusal.ts';
import type { Routes } from './routes.ts';

export interface GatewayServerOptions {
  routes: Routes;
  /** Takes a request over and returns true; other requests go to the routes. */
  take?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  metrics: Metrics;
  /** Certificate and key in PEM. Without them the server speaks plain HTTP. */
  tls?: { cert: string; key: string } | undefined;
  /** Called with internal faults. It must not print error messages: they may hold what was sent. */
  onFault(error: unknown): void;
  /** The time limits for the head and the whole of a request, and the most connections. */
  headerTimeoutMs?: number | undefined;
  requestTimeoutMs?: number | undefined;
  maxConnections?: number | undefined;
}

const MAX_HEADER_BYTES = 16 * 1024;
const HEADER_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 2048;
/** The time for which a refused body is still read, so that the sender sees the answer and not a broken connection. */
const LINGER_MS = 2000;

/** The server: limits of connections and time, then the routes. */
export function createGatewayServer({ routes, take, metrics, tls, onFault, ...rest }: GatewayServerOptions): Server {
  const headersTimeout = rest.headerTimeoutMs ?? HEADER_TIMEOUT_MS;
  const requestTimeout = rest.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval: Math.min(1000, headersTimeout, requestTimeout),
    keepAliveTimeout: 30_000,
  };
  const secure = { ...options, ...tls, handshakeTimeout: headersTimeout, minVersion: 'TLSv1.2' } as const;
  const server = tls ? createSecureServer(secure, listener) : createServer(options, listener);
  limitConnections(server, {
    most: rest.maxConnections ?? MAX_CONNECTIONS,
    oneAtATime: true,
    onCount: metrics.connections,
  });
  refuseUnparsed(server);
  return server;

  function listener(request: IncomingMessage, response: ServerResponse): void {
    if (request.socket.destroyed) return;
    if (take?.(request, response)) {
      response.once('close', () => metrics.answered('pages', response.headersSent ? response.statusCode : 499));
      return;
    }
    const route = routes(request.method ?? '', request.url ?? '');
    // Each request is counted once, cut off or not, by the status of its answer.
    response.once('close', () => metrics.answered(route.name, response.headersSent ? response.statusCode : 499));
    route
      .answer(request)
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) onFault(error);
        else if (error.cause !== undefined) onFault(error.cause);
        return error instanceof Refusal ? error.answer : jsonAnswer({ error: 'internal' }, 500);
      })
      .then((answer) => {
        if (response.destroyed) return;
        // After the answer, Node keeps reading the rest of a body for as long as it comes.
        if (!request.complete) setTimeout(() => request.complete || request.destroy(), LINGER_MS).unref();
        if (!server.listening) response.setHeader('connection', 'close');
        sendAnswer(response, answer);
      })
      .catch(onFault);
  }
}

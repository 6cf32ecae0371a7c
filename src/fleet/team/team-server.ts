import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ThreadStore } from '../../archive/model/thread-store.ts';
import { listenOn } from '../../machine/http/listen-on.ts';
import type { AnnotationKeeper } from '../../machine/sessions/annotations/annotation-keeper.ts';
import { createAnnouncer } from '../gateway/announcer.ts';
import { createBounds } from '../gateway/bounds.ts';
import type { GatewayStore } from '../gateway/gateway-store.ts';
import { createGatewayServer, type GatewayServerOptions } from '../gateway/http-server.ts';
import { createMetrics } from '../gateway/metrics.ts';
import { Refusal } from '../gateway/refusal.ts';
import { createRoutes, type Route, type Routes } from '../gateway/routes.ts';
import { bearerDigest } from '../gateway/token.ts';
import { createStoreRoutes } from './store-routes.ts';
import type { Principal, TeamAccess } from './team-access.ts';
import { storeProtocol } from './team-protocol.ts';

/** Somebody who is logged in, as pages see them. */
export interface PageVisitor {
  /** The same for one login with the same rights, and for no other. */
  key: string;
  name: string;
  openStore(): Promise<ThreadStore>;
  /** What they noted about sessions. */
  notes: AnnotationKeeper;
  /** What their pages may change something with. */
  writeTokens: { issue(): string; isKnown(given: string): boolean };
}

/** Pages for people who log in. A door draws them: it knows sessions, and not how people log in. */
export interface TeamPages {
  /** True if this path is answered here. */
  has(path: string): boolean;
  answer(request: IncomingMessage, response: ServerResponse, find: () => Promise<PageVisitor | undefined>): void;
  close(): Promise<void>;
}

export interface TeamServerOptions extends Pick<GatewayServerOptions, 'tls' | 'onFault'> {
  access: TeamAccess;
  gateway: GatewayStore;
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** True: a proxy of ours stands before it, and says whose request it is. */
  behindProxy: boolean;
  /** The port of `/health` and `/metrics`; without it nobody is told. */
  metricsPort?: number | undefined;
  /** Further routes, such as those of the login. */
  more?: ((method: string, path: string) => Route | undefined) | undefined;
  /** The pages, and who looks at one. */
  pages?: { pages: TeamPages; visitorOf(request: IncomingMessage): Promise<PageVisitor | undefined> } | undefined;
  /** The version of this threadline, for whoever has a token. */
  version?: string | undefined;
  /** The digest of a token that came some other way than by a header. */
  digestOf?: ((request: IncomingMessage) => Uint8Array | undefined) | undefined;
}

export interface RunningTeamServer {
  port: number;
  metricsPort: number | undefined;
  close(): Promise<void>;
}

const CLOSE_MS = 10_000;
/** For an operator, on a port of their own. */
const OPERATORS = ['/health', '/metrics'];

/** Takes what machines send, and answers people what they may see. It keeps nothing itself. */
export async function startTeamServer(options: TeamServerOptions): Promise<RunningTeamServer> {
  const { access, gateway, host, tls, onFault } = options;
  const metrics = createMetrics();
  const announcer = createAnnouncer(() => gateway.announce());
  const gatewayRoutes = createRoutes({ store: gateway, bounds: createBounds(), metrics, announcer });

  async function admit(request: IncomingMessage): Promise<Principal> {
    const digest = options.digestOf?.(request) ?? bearerDigest(request.headers.authorization);
    const principal = digest && (await fromDatabase(access.find(digest)));
    if (!principal) throw new Refusal(401, { error: 'unauthorised' });
    return principal;
  }
  const storeRoutes = createStoreRoutes({
    admit,
    bounds: createBounds({ requests: 32 }),
    version: options.version,
    storeOf: (principal, request) =>
      fromDatabase(access.storeOf(principal, clientAddress(request, options.behindProxy))),
  });
  const routes: Routes = (method, path) => {
    const own = storeRoutes(method, path) ?? options.more?.(method, path.split('?', 1)[0] ?? '');
    // What a path that is not served answers does not depend on what it is.
    return own ?? gatewayRoutes(method, OPERATORS.includes(path) ? '/' : path);
  };
  function take(request: IncomingMessage, response: ServerResponse): boolean {
    const path = request.url?.split('?', 1)[0] ?? '/';
    const { pages, visitorOf } = options.pages ?? {};
    if (!pages || !visitorOf || path === storeProtocol.me || !pages.has(path)) return false;
    pages.answer(request, response, () => visitorOf(request));
    return true;
  }
  const main = createGatewayServer({ routes, take, metrics, tls, onFault });
  const servers = [main];
  const port = await listenOn(main, host, options.port);
  let metricsPort: number | undefined;
  if (options.metricsPort !== undefined) {
    const figures: Routes = (method, path) => gatewayRoutes(method, OPERATORS.includes(path) ? path : '/');
    const server = createGatewayServer({ routes: figures, metrics, onFault });
    servers.push(server);
    metricsPort = await listenOn(server, host, options.metricsPort);
  }
  return {
    port,
    metricsPort,
    async close() {
      // Streams of pages would go on for ever.
      await options.pages?.pages.close();
      const overdue = setTimeout(() => {
        for (const server of servers) server.closeAllConnections();
      }, CLOSE_MS);
      await Promise.all(
        servers.map((server) => {
          const ended = new Promise<void>((resolve) => server.close(() => resolve()));
          server.closeIdleConnections();
          return ended;
        }),
      );
      clearTimeout(overdue);
      announcer.close();
    },
  };
}

/** A proxy adds the address that it sees at the end. What stands before it, anybody may have written. */
export function clientAddress(
  request: { headers: IncomingHttpHeaders; socket: { remoteAddress?: string | undefined } },
  behindProxy: boolean,
): string {
  const forwarded = behindProxy ? request.headers['x-forwarded-for'] : undefined;
  const last = typeof forwarded === 'string' ? forwarded.split(',').at(-1)?.trim() : undefined;
  return (last && /^[0-9a-fA-F.:]{2,45}$/.test(last) ? last : request.socket.remoteAddress) ?? '';
}

/** Faults of the database may be tried again. What they say is for the operator. */
export async function fromDatabase<Value>(asked: Promise<Value>): Promise<Value> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(503, { error: 'store-away' }, 5, error);
  }
}

import { listenOn } from '../../machine/http/listen-on.ts';
import { createAnnouncer } from './announcer.ts';
import { type BoundOptions, createBounds } from './bounds.ts';
import type { GatewayStore } from './gateway-store.ts';
import { createGatewayServer, type GatewayServerOptions } from './http-server.ts';
import { createMetrics } from './metrics.ts';
import { createRoutes } from './routes.ts';

export interface GatewayOptions extends Pick<GatewayServerOptions, 'tls' | 'onFault'> {
  store: GatewayStore;
  /** 0 takes any free port. */
  port: number;
  host: string;
  bounds?: BoundOptions | undefined;
  /** Overrides of the server's own limits. */
  limits?: Pick<GatewayServerOptions, 'headerTimeoutMs' | 'requestTimeoutMs' | 'maxConnections'> | undefined;
}

export interface RunningGateway {
  port: number;
  /** Takes nothing more, answers running requests, and ends. The caller closes the store. */
  close(): Promise<void>;
}

/** The time that running requests have to end. */
const CLOSE_MS = 10_000;

/** Takes what machines send into a store. It keeps nothing itself: if killed, it loses nothing that it acknowledged. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { store, port, host, bounds, limits, ...rest } = options;
  const metrics = createMetrics();
  const announcer = createAnnouncer(() => store.announce());
  const routes = createRoutes({ store, bounds: createBounds(bounds), metrics, announcer });
  const server = createGatewayServer({ routes, metrics, ...limits, ...rest });
  return {
    port: await listenOn(server, host, port),
    async close() {
      const ended = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const overdue = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
      await ended;
      clearTimeout(overdue);
      announcer.close();
    },
  };
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimit {
  /** One more makes the one that has waited longest without a request end. */
  most: number;
  /** Ends a connection that asks again before it has its answer: such requests would pass other bounds by. */
  oneAtATime?: boolean | undefined;
  /** Told how many there are. */
  onCount?: ((count: number) => void) | undefined;
}

/** Bounds the connections of a server. Those that stay open and ask nothing end first, so they keep nobody out. */
export function limitConnections(server: Server, { most, oneAtATime, onCount = () => {} }: ConnectionLimit): void {
  /** In the order in which they began to wait. */
  const waiting = new Set<Socket>();
  const busy = new Set<Socket>();
  let count = 0;
  // Those whose handshake is not done are no connections yet; they are let go by the handshake's own time.
  server.maxConnections = most * 2;
  server.on('tlsClientError', (_error, socket: Socket) => socket.destroy());
  const event = 'setSecureContext' in server ? 'secureConnection' : 'connection';
  server.on(event, (socket: Socket) => {
    count += 1;
    onCount(count);
    socket.once('close', () => {
      count -= 1;
      onCount(count);
      waiting.delete(socket);
      busy.delete(socket);
    });
    const [oldest = socket] = waiting;
    waiting.add(socket);
    if (count > most) oldest.destroy();
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (oneAtATime && busy.has(socket)) return socket.destroy();
    busy.add(socket);
    waiting.delete(socket);
    response.once('close', () => {
      busy.delete(socket);
      if (!socket.destroyed) waiting.add(socket);
    });
  });
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimit {
  /** The maximum. One more ends the connection that has waited longest without a request. */
  most: number;
  /** Ends a connection that asks again before it has its answer: such requests would evade other bounds. */
  oneAtATime?: boolean | undefined;
  /** Receives the number of connections. */
  onCount?: ((count: number) => void) | undefined;
}

/** Bounds the connections of a server. Idle ones end first, so they keep nobody out. */
export function limitConnections(server: Server, { most, oneAtATime, onCount = () => {} }: ConnectionLimit): void {
  /** Ordered by the start of waiting. */
  const waiting = new Set<Socket>();
  const busy = new Set<Socket>();
  let count = 0;
  // Connections in the handshake do not count yet. The handshake's own timeout ends them.
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

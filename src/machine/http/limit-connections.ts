import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimit {
  /** One more makes the one that has waited longest without a request end. */
  most: number;
  /**
   * A connection that brings a request before it has the answer to the one before ends: requests that count against other
   * bounds would pass them by. By default they are answered one after the other.
   */
  oneAtATime?: boolean | undefined;
  /** Told how many there are. */
  onCount?: ((count: number) => void) | undefined;
}

/**
 * Bounds the connections of a server. Whoever holds connections open without asking anything keeps nobody out: theirs end
 * first.
 */
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

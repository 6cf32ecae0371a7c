import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ThreadlineError } from '../../errors.ts';

/** Listens, and returns the port, which for 0 is any free one. Throws `listen-failed`. */
export async function listenOn(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const message = `cannot listen on ${host}:${port} (${error.code})`;
      reject(new ThreadlineError('listen-failed', message, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  // The server listens on an address and a port, never on a pipe.
  return (server.address() as AddressInfo).port;
}

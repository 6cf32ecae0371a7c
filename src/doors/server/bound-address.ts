import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { ThreadlineError } from '../../errors.ts';

export const LOOPBACK = '127.0.0.1';
/** The number of ports to try after one that is taken. */
const PORTS_TRIED = 20;

/** The names of a server bound to an address. One bound to all addresses has those of the machine. */
export function namesOf(host: string): string[] {
  if (host === LOOPBACK) return [];
  const isAll = host === '0.0.0.0' || host === '::';
  const own = isAll
    ? Object.values(networkInterfaces()).flatMap((one) => one?.map(({ address }) => address) ?? [])
    : [];
  return [host, ...own, ...(isAll ? [hostname()] : [])].map((name) =>
    (isIPv6(name) ? `[${name}]` : name).toLowerCase(),
  );
}

/** Listens on the port or the next free one, and returns it. */
export async function listen(server: Server, wanted: number, host: string): Promise<number> {
  for (let port = wanted; ; port += 1) {
    try {
      server.listen(port, host);
      await once(server, 'listening');
      // A server that listens on TCP has an address of this form.
      return (server.address() as AddressInfo).port;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      const isLast = wanted === 0 || port >= Math.min(wanted + PORTS_TRIED, 65_535);
      if (isTaken && !isLast) continue;
      const reason = error instanceof Error ? error.message : String(error);
      throw new ThreadlineError('listen-failed', `cannot listen on ${host}:${port}: ${reason}`, { cause: error });
    }
  }
}

import { readFileSync } from 'node:fs';
import { isLoopback } from '../../../machine/http/is-loopback.ts';
import { ExitError, exitCodes, usageError } from '../exit.ts';
import { parseCount } from '../options.ts';

/** The options of a server that machines or people reach over a network. */
export interface ListeningValues {
  port?: string | undefined;
  host?: string | undefined;
  'tls-cert'?: string | undefined;
  'tls-key'?: string | undefined;
  'behind-proxy'?: boolean | undefined;
}

export interface Listening {
  port: number;
  host: string;
  /** Paths of the files. */
  tls: { cert: string; key: string } | undefined;
}

/** Off this machine nothing is sent in the clear: it takes TLS, or a proxy that speaks it. */
export function parseListening(command: string, values: ListeningValues, usualPort: number): Listening {
  const port = parsePort(command, '--port', values.port) ?? usualPort;
  const host = values.host ?? '127.0.0.1';
  const cert = values['tls-cert'];
  const key = values['tls-key'];
  if ((cert === undefined) !== (key === undefined)) throw usageError('--tls-cert and --tls-key go together', command);
  if (cert === undefined && !isLoopback(host) && !values['behind-proxy']) {
    throw usageError(`--host ${host} needs --tls-cert and --tls-key, or --behind-proxy`, command);
  }
  return { port, host, tls: cert === undefined || key === undefined ? undefined : { cert, key } };
}

export function parsePort(command: string, option: string, given: string | undefined): number | undefined {
  const port = parseCount(command, option, given, 0);
  if (port !== undefined && port > 65_535) throw usageError(`${option} is a number up to 65535`, command);
  return port;
}

export function readTls(tls: Listening['tls']): { cert: string; key: string } | undefined {
  return tls && { cert: readPem(tls.cert), key: readPem(tls.key) };
}

/** For people and programs: an address of IPv6 stands in brackets. */
export function listeningAddress({ host, tls }: Listening, port: number): string {
  return `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function readPem(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new ExitError(exitCodes.environment, `${path} cannot be read${code}`);
  }
}

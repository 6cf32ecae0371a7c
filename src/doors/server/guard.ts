import type { IncomingMessage } from 'node:http';
import { badRequest, RequestError } from './request-error.ts';

/** The names of the address that the server is bound to. */
export interface GuardOptions {
  /** `127.0.0.1:4777`, `localhost:4777`, `[::1]:4777`: exactly these, in lower case. Absent behind a login, whose cookie no other host gets. */
  hosts?: ReadonlySet<string>;
  /** The same as origins. */
  origins: ReadonlySet<string>;
  /** True: pages of others may lead to ours. */
  isLinkedTo?: boolean;
}

/** The longest target of a request, in characters. */
const MAX_TARGET_LENGTH = 2048;

/** The names of a server on this machine, with those of a bound address. */
export function guardOptions(
  port: number,
  others: readonly string[] = [],
): GuardOptions & { hosts: ReadonlySet<string> } {
  const names = ['127.0.0.1', 'localhost', '[::1]', ...others];
  const hosts = new Set(names.map((name) => `${name}:${port}`));
  if (port === 80) for (const name of names) hosts.add(name);
  return { hosts, origins: new Set([...hosts].map((host) => `http://${host}`)) };
}

/**
 * Refuses what no page of ours asks: another host's name (a rebound one sends no Origin, so the name itself is
 * compared, letter by letter and unparsed), another origin, another method, a target that is not a plain path. It must
 * not throw: the client wrote everything that it examines.
 */
export function refuse(
  request: IncomingMessage,
  { hosts, origins, isLinkedTo }: GuardOptions,
): RequestError | undefined {
  const { method = '', url: target = '', rawHeaders, headers } = request;
  const host = onlyHeader(rawHeaders, 'host');
  // An absolute target (`GET http://other/`) names a host besides the header.
  if (host === undefined || !target.startsWith('/') || !isPlainTarget(target)) return badRequest();
  if (target.length > MAX_TARGET_LENGTH) return new RequestError(414, 'too-long');
  if (hosts && !hosts.has(host.toLowerCase())) return forbidden();
  const { origin, upgrade } = headers;
  if (origin !== undefined && !origins.has(origin.toLowerCase())) return forbidden();
  const site = headers['sec-fetch-site'];
  const isOurs = site === undefined || site === 'same-origin' || site === 'none';
  if (!isOurs && !(isLinkedTo && method === 'GET' && !target.startsWith('/api/'))) return forbidden();
  if (upgrade !== undefined) return new RequestError(426, 'no-upgrade');
  const isKnown = method === 'GET' || method === 'HEAD' || (method === 'POST' && target.startsWith('/api/'));
  return isKnown ? undefined : methodNotAllowed();
}

export const methodNotAllowed = () => new RequestError(405, 'method-not-allowed');

const forbidden = () => new RequestError(403, 'forbidden');

/** Node keeps the first of two `Host` headers. Here two count as none. */
function onlyHeader(rawHeaders: readonly string[], name: string): string | undefined {
  let found: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== name) continue;
    if (found !== undefined) return undefined;
    found = rawHeaders[index + 1];
  }
  return found;
}

/** Nothing is looked up by a path with a second spelling: dots, doubled slashes, double encoding. */
function isPlainTarget(target: string): boolean {
  if (/[\\#\0-\x20\x7f-\uffff]/.test(target)) return false;
  const path = target.split('?', 1)[0] ?? '';
  return !path.startsWith('//') && !/(^|\/)\.{1,2}(\/|$)|%2e|%2f|%5c|%25|%00/i.test(path);
}

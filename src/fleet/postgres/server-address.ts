import { readFileSync } from 'node:fs';
import { ThreadlineError } from '../../errors.ts';
import { isLoopback } from '../../machine/http/is-loopback.ts';
import { readS3Address, type S3Address } from '../objects/s3-store.ts';
import { withPassword } from './password-file.ts';

/** The address of a server and its connection settings. */
export interface ServerAddress {
  /** For the driver. */
  connectionString: string;
  ssl: false | { rejectUnauthorized: boolean; ca?: string; checkServerIdentity?: () => undefined };
  /** Where announcements are heard, if a pooler stands before the server: poolers hand no announcements on. */
  listensAt?: Pick<ServerAddress, 'connectionString' | 'ssl'> | undefined;
  /** Where the bytes of sessions are kept, if not in the database. */
  raw?: S3Address | undefined;
  /** For people: without user and password. */
  name: string;
}

const MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

/**
 * Parses `postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=…&listen=HOST:PORT&raw=s3://BUCKET/FOLDER`. Shows no password.
 * Requires TLS off this machine.
 */
export function readServerAddress(url: string): ServerAddress {
  const parsed = parse(url);
  const listen = parsed.searchParams.get('listen');
  const raw = parsed.searchParams.get('raw');
  parsed.searchParams.delete('listen');
  parsed.searchParams.delete('raw');
  const listensAt = listen === null ? undefined : readServerAddress(elsewhere(parsed, listen));
  const host = parsed.searchParams.get('host') ?? decodeURIComponent(parsed.hostname);
  const mode = parsed.searchParams.get('sslmode') ?? (isNear(host) ? 'disable' : 'verify-full');
  const authority = parsed.searchParams.get('sslrootcert');
  if (!MODES.includes(mode)) throw new TypeError(`sslmode is one of ${MODES.join(', ')}`);
  if (mode === 'disable' && !isNear(host)) throw new TypeError('TLS is required to a server on another machine');
  parsed.searchParams.delete('sslmode');
  parsed.searchParams.delete('sslrootcert');
  return {
    connectionString: withPassword(parsed).href,
    ssl: mode === 'disable' ? false : security(mode, authority),
    listensAt,
    raw: raw === null ? undefined : readS3Address(raw, process.env),
    name: `${host || 'localhost'}${parsed.port === '' ? '' : `:${parsed.port}`}${parsed.pathname}`,
  };
}

/** The same user and database at another place. */
function elsewhere(url: URL, place: string): string {
  const [, host, port = '5432'] = /^([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(place) ?? [];
  if (host === undefined) throw new TypeError('listen names where the server itself is: HOST:PORT');
  const other = new URL(url);
  other.hostname = host;
  other.port = port;
  return other.href;
}

export function isServerAddress(text: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(text);
}

function parse(url: string): URL {
  try {
    if (isServerAddress(url)) return new URL(url);
  } catch {
    // The engine's own message would show the password.
  }
  throw new TypeError(
    'an archive on a server is named postgres://USER@HOST/DATABASE, or https://HOST for one of a team',
  );
}

/** True for this machine, by its network or by a socket file. */
function isNear(host: string): boolean {
  return host === '' || host.startsWith('/') || isLoopback(host);
}

function security(mode: string, authority: string | null): ServerAddress['ssl'] {
  const ca = authority === null || authority === 'system' ? {} : { ca: readAuthority(authority) };
  if (mode === 'require' && authority === null) return { rejectUnauthorized: false };
  if (mode === 'verify-full') return { rejectUnauthorized: true, ...ca };
  return { rejectUnauthorized: true, checkServerIdentity: () => undefined, ...ca };
}

function readAuthority(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new ThreadlineError('unreadable', 'the file that sslrootcert names cannot be read', { cause });
  }
}

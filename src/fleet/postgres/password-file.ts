import { readFileSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';

/** What a line of the file is for. */
export interface PasswordPlace {
  host: string;
  port: string;
  database: string;
  user: string;
}

/** A part of a line up to the next colon; `\:` and `\\` stand for themselves. */
const FIELD = /((?:\\.|[^:\\])*)(?::|$)/y;

/**
 * The password of the first line that fits, in the file that every client of PostgreSQL reads (`~/.pgpass`, or what
 * `PGPASSFILE` names). The driver has deprecated its own way to it. A file that others may read counts for nothing, as with psql.
 */
export function passwordFor(place: PasswordPlace, path = passwordFile()): string | undefined {
  const wanted = [place.host, place.port, place.database, place.user];
  for (const line of readLines(path)) {
    if (line.startsWith('#')) continue;
    const [parts, rest] = firstParts(line, wanted.length);
    const fits = wanted.every((value, index) => parts[index] === '*' || unescaped(parts[index]) === value);
    if (fits && rest !== '') return unescaped(rest);
  }
  return undefined;
}

/** The address with that password, if it has none and the environment gives none. */
export function withPassword(url: URL): URL {
  if (url.password !== '' || process.env.PGPASSWORD) return url;
  const { PGHOST, PGPORT, PGUSER, PGDATABASE } = process.env;
  const user = decodeURIComponent(url.username) || PGUSER || userInfo().username;
  const host = url.searchParams.get('host') ?? (decodeURIComponent(url.hostname) || PGHOST || '');
  const found = passwordFor({
    // A socket file is this machine.
    host: host === '' || host.startsWith('/') ? 'localhost' : host,
    port: url.port || PGPORT || '5432',
    database: decodeURIComponent(url.pathname.slice(1)) || PGDATABASE || user,
    user,
  });
  if (found === undefined) return url;
  const known = new URL(url);
  // An address has a password only with a user.
  known.username = encodeURIComponent(user);
  known.password = encodeURIComponent(found);
  return known;
}

function passwordFile(): string {
  const { PGPASSFILE, APPDATA } = process.env;
  if (PGPASSFILE) return PGPASSFILE;
  return process.platform === 'win32'
    ? join(APPDATA ?? homedir(), 'postgresql/pgpass.conf')
    : join(homedir(), '.pgpass');
}

function readLines(path: string): string[] {
  try {
    const { mode } = statSync(path);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) return [];
    return readFileSync(path, 'utf8').split(/\r?\n/);
  } catch {
    return [];
  }
}

function firstParts(line: string, count: number): [parts: string[], rest: string] {
  const parts: string[] = [];
  FIELD.lastIndex = 0;
  for (let index = 0; index < count; index += 1) parts.push(FIELD.exec(line)?.[1] ?? '');
  return [parts, parts.length === count ? line.slice(FIELD.lastIndex) : ''];
}

function unescaped(text = ''): string {
  return text.replaceAll(/\\(.)/g, '$1');
}

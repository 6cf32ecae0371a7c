import { ThreadlineError, type ThreadlineErrorCode } from '../../errors.ts';
import { MONTHLY } from './schema.ts';

// A server words its faults in its own language, so only codes and table names tell them apart.

const ASK_FOR_TABLES = 'holds no archive of this version: run `threadline archive migrate`';

/** The meaning of a server's code. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const SERVER_CODES: ReadonlyMap<string, [ThreadlineErrorCode, string]> = new Map([
  ['28P01', ['refused', 'refuses the user or the password']],
  ['28000', ['refused', 'refuses the user']],
  ['42501', ['refused', 'does not allow this to the user, who may be in no role of the archive (docs/fleet.md)']],
  ['25006', ['refused', 'takes no writes: it notes who reads texts, so ask the primary']],
  ['3D000', ['not-found', 'has no such database']],
  ['3F000', ['not-found', ASK_FOR_TABLES]],
  ['42P01', ['not-found', ASK_FOR_TABLES]],
  ['42883', ['not-found', ASK_FOR_TABLES]],
  ['22023', ['not-found', ASK_FOR_TABLES]],
  ['57014', ['timeout', 'took too long']],
  ['25P03', ['timeout', 'waited too long']],
  ['55P03', ['busy', 'is busy']],
  ['53300', ['busy', 'has no connection left']],
  ['40001', ['busy', 'is busy with another write of the same rows']],
  ['40P01', ['busy', 'is busy with another write of the same rows']],
  ['53100', ['write-failed', 'has no room left on its disk']],
  ['XX001', ['damaged', 'holds damaged data']],
  ['XX002', ['damaged', 'holds a damaged index']],
]);
/** The server is shutting down, starting, or was ended. */
const GONE = /^(?:57P0[1-5]|08\w{3})$/;
const NETWORK =
  /^(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|ENOENT|EACCES|ERR_TLS\w*|ERR_SSL\w*|SELF_SIGNED\w*|DEPTH_ZERO\w*|UNABLE_TO\w+|CERT_\w+)$/;
const CHECK_VIOLATION = '23514';
/** The driver's own words, which are English everywhere: the server asks for a password and nobody gave one. */
const NO_PASSWORD = 'client password must be a string';

/** Turns a fault of the driver into ours. One without a code is a lost connection. `name` never holds the password. */
export function asServerFault(error: unknown, name: string): unknown {
  if (!(error instanceof Error) || error instanceof ThreadlineError || error instanceof TypeError) return error;
  const code = textField(error, 'code') ?? '';
  const known = SERVER_CODES.get(code);
  if (known) return new ThreadlineError(known[0], `the archive on ${name} ${known[1]}`, { cause: error });
  if (code !== '' && !GONE.test(code) && !NETWORK.test(code)) return error;
  if (code === '' && error.message.includes(NO_PASSWORD)) {
    const message = `the archive on ${name} wants a password: put it into ~/.pgpass, or set PGPASSWORD`;
    return new ThreadlineError('refused', message, { cause: error });
  }
  const why = code === '' ? error.message : code;
  return new ThreadlineError('unreachable', `the archive on ${name} cannot be reached (${why})`, { cause: error });
}

/** True if a row's month has no table yet. PostgreSQL has no code for that: the row breaks an unnamed constraint. */
export function isMonthMissing(error: unknown): boolean {
  if (!(error instanceof Error) || textField(error, 'code') !== CHECK_VIOLATION) return false;
  const table = textField(error, 'table');
  return textField(error, 'constraint') === undefined && MONTHLY.some((name) => name === table);
}

function textField(error: Error, name: 'code' | 'table' | 'constraint'): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}

/**
 * What a reader asks a team server: `POST /v1/store/METHOD` with the arguments as a JSON object, and `Authorization: Bearer
 * TOKEN`. 200 answers `{value}`, or bytes for `raw`. `others: true` reads as `redacted()` does. 400 with `{error, message}` for a bad call,
 * 401 without a token that counts, 403 with one of too small a scope, 404 for what is not there or not to be seen, 503 if the
 * database is away or cannot note who reads.
 */
export const storeProtocol = {
  path: '/v1/store/',
  me: '/api/me',
  /** Where the next part of raw bytes begins. Absent after the last. */
  nextHeader: 'threadline-next',
} as const;

/**
 * What a machine asks for the token that it sends with. `enrol`: `{code, machine}` answers `{push_token}`, or 401 for a code that
 * does not count. `rotate`: `{next}`, the SHA-256 of the next token in hex, with the present one as `Authorization: Bearer TOKEN`.
 */
export const machineProtocol = { enrol: '/auth/enrol', rotate: '/auth/rotate' } as const;

/** The methods, and what a token has to be for. */
export const storeMethods = {
  listSessions: 'text',
  getSession: 'text',
  readBlocks: 'text',
  search: 'text',
  nearWords: 'text',
  filesTouched: 'text',
  raw: 'text',
  changes: 'text',
  setVisibility: 'text',
  clearVisibility: 'text',
  usage: 'usage',
  usageRows: 'usage',
  usageSums: 'usage',
  usageBy: 'usage',
} as const;

export type StoreMethod = keyof typeof storeMethods;

/** The answer to `GET /api/me`. */
export interface Me {
  person: { issuer: string; sub: string; name: string | null; email: string | null } | null;
  teams: readonly string[];
  admin: boolean;
  scopes: readonly string[];
  expires_at: string;
  /** The server's version of threadline. */
  version?: string;
}

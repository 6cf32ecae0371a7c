import { randomBytes, randomInt } from 'node:crypto';
import { createToken, tokenDigest } from '../gateway/token.ts';
import type { Queries, ServerDatabase } from '../postgres/index.ts';
import type { Identity } from './oidc.ts';
import type { Seal } from './seal.ts';

/** A token that was just made. Nothing but its digest is kept. */
export interface IssuedToken {
  id: string;
  token: string;
  seconds: number;
  renewal: string | undefined;
}

/** A machine that asks for a login. */
export interface DeviceCodes {
  deviceCode: string;
  userCode: string;
  seconds: number;
}

export interface Renewal {
  person: number;
  name: string;
  issuer: string;
  sub: string;
  scopes: string[];
  /** What the provider is asked with, unsealed; undefined if there is none. */
  refresh: string | undefined;
  /** True if the provider was asked a moment ago. */
  wasAsked: boolean;
  until: Date;
}

export type DeviceState =
  | { state: 'slow' | 'expired' | 'pending' }
  | { state: 'ready'; person: number; machine: string };

/** Read tokens last so long from the provider's last word on the person: whoever is disabled or leaves a group has lost access after that. */
const READ_SECONDS = 3600;
const RENEW_MS = 30 * 24 * 3600 * 1000;
const DEVICE_SECONDS = 600;
/** How long a device waits between two questions. */
export const DEVICE_PAUSE_SECONDS = 2;
/** No vowels: codes spell nothing. No letter that looks like a digit. */
const CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const TAKE = 'select team_take_renewal($1) as id';

export interface LoginStore {
  /** The number of a person who logged in; undefined for one who was revoked. */
  person(identity: Identity): Promise<number | undefined>;
  issue(person: number, kind: 'page' | 'login', name: string): Promise<IssuedToken>;
  end(digest: Uint8Array): Promise<void>;
  renewal(renewal: string): Promise<Renewal | undefined>;
  /** A token in the place of a renewal, which counts once; undefined the second time. All of it happens with `note`, or nothing. */
  exchange(
    renewal: string,
    known: Renewal,
    note: (issued: IssuedToken, queries: Queries) => Promise<void>,
  ): Promise<IssuedToken | undefined>;
  endRenewal(renewal: string): Promise<void>;
  startDevice(machine: string, address: string): Promise<DeviceCodes>;
  device(userCode: string): Promise<{ name: string; address: string } | undefined>;
  confirmDevice(userCode: string, person: number): Promise<boolean>;
  takeDevice(deviceCode: string): Promise<DeviceState>;
  /** A token that the person's machine sends sessions with. `earlier`: the one that it sent with before. */
  pushToken(person: number, machine: string, earlier: string | undefined): Promise<string>;
}

/** All that a login keeps. `seal` keeps what the provider gave from whoever reads the tables. */
export function createLoginStore(database: ServerDatabase, tenant: number, audience: string, seal: Seal): LoginStore {
  const ask = (sql: string, values: readonly unknown[]) =>
    database.transaction({ role: 'team', tenant }, (queries) => queries.get(sql, values));
  const digest = (token: string) => Buffer.from(tokenDigest(token));

  async function issue(
    queries: Queries,
    person: number,
    kind: 'page' | 'login',
    name: string,
    renewUntil = new Date(Date.now() + RENEW_MS),
  ): Promise<IssuedToken> {
    const token = createToken();
    const renewal = kind === 'login' ? createToken() : undefined;
    const values = [person, name, digest(token), audience, kind, ['text', 'usage'], READ_SECONDS];
    const renewed = renewal === undefined ? [null, null] : [digest(renewal), renewUntil];
    const sql = 'select * from team_login_token($1, $2, $3, $4, $5, $6, $7, $8, $9)';
    const row = await queries.get(sql, [...values, ...renewed]);
    // Revoked in this moment: the token is nobody's.
    return { id: String(row?.id ?? ''), token, seconds: Number(row?.seconds ?? 0), renewal };
  }

  return {
    async person({ issuer, sub, name, email, groups, refresh }) {
      const kept = refresh === undefined ? null : Buffer.from(seal.close(refresh, `${issuer} ${sub}`));
      const values = [issuer, sub, name ?? null, email ?? null, groups, kept];
      const row = await ask('select team_person($1, $2, $3, $4, $5, $6) as id', values);
      return row?.id === null || row?.id === undefined ? undefined : Number(row.id);
    },
    issue: (person, kind, name) =>
      database.transaction({ role: 'team', tenant }, (queries) => issue(queries, person, kind, name)),
    async end(hash) {
      await ask('select team_end_token($1)', [Buffer.from(hash)]);
    },
    async renewal(renewal) {
      const row = await ask('select * from team_renewal_of($1, $2)', [digest(renewal), audience]);
      if (!row || Number(row.tenant) !== tenant) return undefined;
      const [issuer, sub] = [String(row.issuer), String(row.sub)];
      const sealed = row.refresh instanceof Uint8Array ? Buffer.from(row.refresh).toString() : undefined;
      return {
        person: Number(row.person_id),
        name: String(row.name),
        issuer,
        sub,
        scopes: Array.isArray(row.scopes) ? row.scopes.map(String) : [],
        refresh: sealed === undefined ? undefined : seal.open(sealed, `${issuer} ${sub}`),
        wasAsked: row.was_asked === true,
        until: row.renew_until instanceof Date ? row.renew_until : new Date(0),
      };
    },
    exchange: (renewal, { person, name, until }, note) =>
      database.transaction({ role: 'team', tenant }, async (queries) => {
        const taken = await queries.get(TAKE, [digest(renewal)]);
        if (taken?.id === null || taken?.id === undefined) return undefined;
        const issued = await issue(queries, person, 'login', name, until);
        await note(issued, queries);
        return issued;
      }),
    async endRenewal(renewal) {
      await ask(TAKE, [digest(renewal)]);
    },
    async startDevice(machine, address) {
      const deviceCode = randomBytes(32).toString('base64url');
      const letters = Array.from({ length: 8 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
      const userCode = `${letters.slice(0, 4)}-${letters.slice(4)}`;
      const values = [digest(deviceCode), userCode, audience, machine, address, DEVICE_SECONDS];
      await ask('select team_start_device($1, $2, $3, $4, $5, $6)', values);
      return { deviceCode, userCode, seconds: DEVICE_SECONDS };
    },
    async device(userCode) {
      const row = await ask('select * from team_device_named($1, $2)', [userCode, audience]);
      return row && { name: String(row.name), address: String(row.address) };
    },
    async confirmDevice(userCode, person) {
      const row = await ask('select team_confirm_device($1, $2, $3) as confirmed', [userCode, audience, person]);
      return row?.confirmed === true;
    },
    async takeDevice(deviceCode) {
      const values = [digest(deviceCode), audience, DEVICE_PAUSE_SECONDS - 1];
      const row = await ask('select * from team_take_device($1, $2, $3)', values);
      if (row?.state === 'ready' && Number(row.tenant) === tenant)
        return { state: 'ready', person: Number(row.person_id), machine: String(row.name) };
      return { state: row?.state === 'slow' ? 'slow' : row?.state === 'pending' ? 'pending' : 'expired' };
    },
    async pushToken(person, machine, earlier) {
      const token = createToken();
      const before = earlier === undefined ? null : digest(earlier);
      await ask('select team_bind_machine($1, $2, $3, $4)', [person, machine, digest(token), before]);
      return token;
    },
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import { ThreadlineError } from '../../errors.ts';
import { type Login, readLogin, readPushTokens, writeLogin } from './logins.ts';
import { postAuth } from './post-auth.ts';

/** What a person needs to confirm a login. */
export interface DeviceLogin {
  userCode: string;
  address: string;
  /** Waits until the person has confirmed. Throws `timeout` if that is too late. */
  done(signal: AbortSignal): Promise<Login>;
}

/** Begins a login of this machine. The person confirms it on the server's page. */
export async function startLogin(origin: string, machine: string): Promise<DeviceLogin> {
  const { status, body } = await postAuth(origin, '/auth/device', { machine });
  const { device_code: code, user_code: userCode, expires_in: seconds } = body;
  if (status !== 200 || typeof code !== 'string' || typeof userCode !== 'string')
    throw new ThreadlineError('refused', `${new URL(origin).host} is no team server of threadline`);
  const until = performance.now() + Number(seconds) * 1000;
  const pauseMs = Math.max(1, Number(body.interval) || 2) * 1000;
  return {
    userCode,
    // Made here: an answer that leads elsewhere is not followed.
    address: `${origin}/auth/device?code=${encodeURIComponent(userCode)}`,
    async done(signal) {
      // By it the server knows that this is the machine that sent before.
      const [earlier] = readPushTokens(origin);
      while (performance.now() < until) {
        await wait(pauseMs, undefined, { signal });
        const answer = await postAuth(origin, '/auth/device/token', { device_code: code, push_token: earlier });
        const login = answer.status === 200 ? loginOf(answer.body) : undefined;
        if (login) return login;
        if (answer.body.error !== 'authorization_pending' && answer.body.error !== 'slow_down') break;
      }
      throw new ThreadlineError('timeout', 'the login was not confirmed in time');
    },
  };
}

/** Gives the token to show. `refused`: the one that was shown and does not count. Undefined if only a new login helps. */
export type TokenSource = (refused?: string) => Promise<string | undefined>;

/** The token to show at an origin: that of the environment, or of the login, renewed where it ends. */
export function createTokenSource(origin: string, given: string | undefined): TokenSource {
  let renewing: Promise<Login | undefined> | undefined;
  return async (refused) => {
    if (given !== undefined) return refused === undefined ? given : undefined;
    const login = readLogin(origin);
    if (!login) return undefined;
    if (login.expiresAt > Date.now() && login.token !== refused) return login.token;
    // Requests that go out together find that the login ended together, and it can be renewed once.
    renewing ??= renewed(origin, login).finally(() => {
      renewing = undefined;
    });
    return (await renewing)?.token;
  };
}

async function renewed(origin: string, login: Login): Promise<Login | undefined> {
  if (login.renewal === undefined) return undefined;
  const { status, body } = await postAuth(origin, '/auth/renew', { renewal: login.renewal });
  if (status === 429 || status >= 500)
    throw new ThreadlineError('unreachable', `${new URL(origin).host} cannot renew the login now`);
  const next = status === 200 ? loginOf(body) : undefined;
  if (!next) return renewedElsewhere(origin, login);
  writeLogin(origin, next);
  return next;
}

const LOOKS = 10;
const LOOK_MS = 100;

/** Another program of this person renewed it at the same time, and is about to write that down. */
async function renewedElsewhere(origin: string, { token }: Login): Promise<Login | undefined> {
  for (let looked = 0; looked < LOOKS; looked += 1) {
    const login = readLogin(origin);
    if (login && login.token !== token && login.expiresAt > Date.now()) return login;
    await wait(LOOK_MS);
  }
  return undefined;
}

function loginOf({
  token,
  expires_in: seconds,
  renewal,
  push_token: push,
}: Record<string, unknown>): Login | undefined {
  if (typeof token !== 'string' || typeof seconds !== 'number') return undefined;
  return {
    token,
    expiresAt: Date.now() + seconds * 1000,
    renewal: typeof renewal === 'string' ? renewal : undefined,
    pushToken: typeof push === 'string' ? push : undefined,
  };
}

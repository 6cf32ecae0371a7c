import { setTimeout as wait } from 'node:timers/promises';
import { isObject, parseJson } from '../../core/lines/json.ts';
import { ThreadlineError } from '../../errors.ts';
import { type Login, readLogin, writeLogin } from './logins.ts';

/** What a person needs to confirm a login. */
export interface DeviceLogin {
  userCode: string;
  address: string;
  /** Waits until the person has confirmed. Throws `timeout` if that is too late. */
  done(signal: AbortSignal): Promise<Login>;
}

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** Asks a route of the login. It follows no redirect. */
async function post(origin: string, path: string, body: object): Promise<Answer> {
  try {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
    });
    const value = parseJson(await answer.text());
    return { status: answer.status, body: isObject(value) ? value : {} };
  } catch (cause) {
    throw new ThreadlineError('unreachable', `the team server at ${new URL(origin).host} cannot be reached`, { cause });
  }
}

/** Begins a login of this machine. The person confirms it on the server's page. */
export async function startLogin(origin: string, machine: string): Promise<DeviceLogin> {
  const { status, body } = await post(origin, '/auth/device', { machine });
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
      while (performance.now() < until) {
        await wait(pauseMs, undefined, { signal });
        const answer = await post(origin, '/auth/device/token', { device_code: code });
        const login = answer.status === 200 ? loginOf(answer.body) : undefined;
        if (login) return login;
        if (answer.body.error !== 'authorization_pending' && answer.body.error !== 'slow_down') break;
      }
      throw new ThreadlineError('timeout', 'the login was not confirmed in time');
    },
  };
}

/** The token to show at an origin: that of the environment, or of the login, renewed where it ends. */
export function createTokenSource(
  origin: string,
  given: string | undefined,
): (isRefused: boolean) => Promise<string | undefined> {
  let shown: string | undefined;
  return async (isRefused) => {
    if (given !== undefined) return isRefused ? undefined : given;
    const login = readLogin(origin);
    if (!login) return undefined;
    // Another program of this person may have renewed it meanwhile.
    const isUsable = login.expiresAt > Date.now() && (!isRefused || login.token !== shown);
    shown = isUsable ? login.token : (await renewed(origin, login))?.token;
    return shown;
  };
}

async function renewed(origin: string, login: Login): Promise<Login | undefined> {
  if (login.renewal === undefined) return undefined;
  const { status, body } = await post(origin, '/auth/renew', { renewal: login.renewal });
  if (status >= 500) throw new ThreadlineError('unreachable', `${new URL(origin).host} cannot renew the login now`);
  const next = status === 200 ? loginOf(body) : undefined;
  if (!next) return undefined;
  const kept = { ...next, pushToken: login.pushToken };
  writeLogin(origin, kept);
  return kept;
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

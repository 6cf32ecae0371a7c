import type { IncomingMessage } from 'node:http';
import { isObject, parseJson } from '../../core/lines/json.ts';
import { type HttpAnswer, jsonAnswer } from '../../machine/http/http-answer.ts';
import { readBody } from '../gateway/read-body.ts';
import { Refusal } from '../gateway/refusal.ts';
import type { Route } from '../gateway/routes.ts';
import { isToken, tokenDigest } from '../gateway/token.ts';
import { accountPage, codePage, confirmPage, donePage, loggedOutPage, refusedPage } from './auth-pages.ts';
import { cookieOf, LOGIN_COOKIE, PAGE_COOKIE, setCookie } from './cookies.ts';
import { DEVICE_PAUSE_SECONDS, type LoginStore } from './login-store.ts';
import { isMachineName } from './machine-name.ts';
import type { LoginState, Oidc } from './oidc.ts';
import { createRenew } from './renew.ts';
import type { Seal } from './seal.ts';
import type { Principal, TeamAccess } from './team-access.ts';

export interface AuthOptions {
  access: TeamAccess;
  tenant: number;
  /** `https://team.example`, as people reach it. */
  origin: string;
  oidc: Oidc;
  logins: LoginStore;
  seal: Seal;
  addressOf(request: IncomingMessage): string;
  onFault(error: unknown): void;
}

const LOGIN_SECONDS = 600;
const USER_CODE = /^[B-Z]{4}-[B-Z]{4}$/;
const USE = 'login';

/** People log in on a page, and confirm there that a machine of theirs may. No token of the provider leaves the server. */
export function createAuthRoutes(options: AuthOptions): (method: string, path: string) => Route | undefined {
  const { access, tenant, origin, oidc, logins, seal, addressOf, onFault } = options;
  const renew = createRenew({ logins, oidc, onFault });
  const note = (request: IncomingMessage, action: string, person?: number, detail?: string) =>
    access.note({ tenant, person, address: addressOf(request), action, detail });

  /** Whoever is logged in on the page. */
  async function visitor(request: IncomingMessage): Promise<(Principal & { digest: Uint8Array }) | undefined> {
    const digest = pageDigest(request);
    const principal = digest && (await access.find(digest));
    return principal && digest && { ...principal, digest };
  }

  async function login(request: IncomingMessage): Promise<HttpAnswer> {
    const next = ownPath(queryOf(request, origin).get('next'));
    try {
      const { url, login } = await oidc.begin();
      const until = Date.now() + LOGIN_SECONDS * 1000;
      const cookie = seal.close(JSON.stringify({ ...login, next, until }), USE);
      return redirect(url, [setCookie(LOGIN_COOKIE, cookie, LOGIN_SECONDS)]);
    } catch (error) {
      onFault(error);
      return refusedPage(503, 'The provider of logins does not answer.');
    }
  }

  async function callback(request: IncomingMessage): Promise<HttpAnswer> {
    const begun = readLogin(seal.open(cookieOf(request, LOGIN_COOKIE) ?? '', USE));
    if (!begun) return refusedPage(400, 'This login was not begun here, or too long ago.');
    const identity = await oidc.finish(new URL(request.url ?? '/', origin), begun).catch((error: unknown) => {
      onFault(error);
      return undefined;
    });
    if (!identity) {
      await note(request, 'login refused');
      return refusedPage(400, 'The provider did not confirm the login.');
    }
    const person = await logins.person(identity);
    if (person === undefined) {
      await note(request, 'login revoked');
      return refusedPage(403, 'Your access to this server was revoked.');
    }
    // Another login of this browser ends with this one.
    const before = pageDigest(request);
    if (before) await logins.end(before);
    const issued = await logins.issue(person, 'page', 'page');
    await note(request, 'login', person);
    return redirect(ownPath(begun.next), [
      setCookie(PAGE_COOKIE, issued.token, issued.seconds),
      setCookie(LOGIN_COOKIE, ''),
    ]);
  }

  async function logout(request: IncomingMessage): Promise<HttpAnswer> {
    requireOwnOrigin(request, origin);
    const who = await visitor(request);
    if (who) {
      await logins.end(who.digest);
      await note(request, 'logout', who.reader.person);
    }
    return redirect('/auth/account', [setCookie(PAGE_COOKIE, '')]);
  }

  async function startDevice(request: IncomingMessage): Promise<HttpAnswer> {
    const { machine } = await bodyOf(request);
    if (!isMachineName(machine)) throw new Refusal(400, { error: 'bad-machine' });
    const { deviceCode, userCode, seconds } = await logins.startDevice(machine, addressOf(request));
    const place = `${origin}/auth/device`;
    return jsonAnswer({
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: place,
      verification_uri_complete: `${place}?code=${userCode}`,
      expires_in: seconds,
      interval: DEVICE_PAUSE_SECONDS,
    });
  }

  async function devicePage(request: IncomingMessage): Promise<HttpAnswer> {
    const who = await visitor(request);
    const code = (queryOf(request, origin).get('code') ?? '').trim().toUpperCase();
    if (!who?.person)
      return redirect(
        `/auth/login?next=${encodeURIComponent(code === '' ? '/auth/device' : `/auth/device?code=${encodeURIComponent(code)}`)}`,
      );
    if (code === '') return codePage();
    const device = USER_CODE.test(code) ? await logins.device(code) : undefined;
    return device ? confirmPage(device, code, who.name) : refusedPage(404, 'No machine waits with this code.');
  }

  async function confirmDevice(request: IncomingMessage): Promise<HttpAnswer> {
    requireOwnOrigin(request, origin);
    const who = await visitor(request);
    if (!who?.person) throw new Refusal(401, { error: 'unauthorised' });
    const code = new URLSearchParams((await readBody(request)).toString('utf8')).get('code') ?? '';
    if (!USER_CODE.test(code) || !(await logins.confirmDevice(code, who.reader.person)))
      return refusedPage(404, 'No machine waits with this code.');
    await note(request, 'device confirmed', who.reader.person);
    return donePage();
  }

  async function deviceToken(request: IncomingMessage): Promise<HttpAnswer> {
    const { device_code: code, push_token: earlier } = await bodyOf(request);
    if (typeof code !== 'string' || code.length > 128) throw new Refusal(400, { error: 'invalid_request' });
    const device = await logins.takeDevice(code);
    if (device.state !== 'ready') throw new Refusal(400, { error: DEVICE_ERRORS[device.state] });
    const { person, machine } = device;
    const issued = await logins.issue(person, 'login', machine);
    const push = await logins.pushToken(person, machine, isToken(earlier) ? earlier : undefined);
    await note(request, 'machine logged in', person, issued.id);
    const { token, seconds, renewal } = issued;
    return jsonAnswer({ token, expires_in: seconds, renewal, push_token: push });
  }

  async function renewed(request: IncomingMessage): Promise<HttpAnswer> {
    const { renewal } = await bodyOf(request);
    if (typeof renewal !== 'string' || renewal.length > 128) throw new Refusal(401, { error: 'unauthorised' });
    const issued = await renew(renewal, (person, { id }, queries) =>
      access.note({ tenant, person, address: addressOf(request), action: 'renewed', detail: id }, queries),
    );
    if (!issued) throw new Refusal(401, { error: 'unauthorised' });
    return jsonAnswer({ token: issued.token, expires_in: issued.seconds, renewal: issued.renewal });
  }

  async function home(request: IncomingMessage): Promise<HttpAnswer> {
    const who = await visitor(request);
    return who ? accountPage(who.name) : redirect('/auth/login');
  }

  async function account(request: IncomingMessage): Promise<HttpAnswer> {
    const who = await visitor(request);
    return who ? accountPage(who.name) : loggedOutPage();
  }

  const routes = new Map<string, Route>([
    ['GET /', { name: 'home', answer: home }],
    ['GET /auth/account', { name: 'account', answer: account }],
    ['GET /auth/login', { name: 'login', answer: login }],
    ['GET /auth/callback', { name: 'callback', answer: callback }],
    ['POST /auth/logout', { name: 'logout', answer: logout }],
    ['POST /auth/device', { name: 'device', answer: startDevice }],
    ['GET /auth/device', { name: 'device-page', answer: devicePage }],
    ['POST /auth/device/confirm', { name: 'device-confirm', answer: confirmDevice }],
    ['POST /auth/device/token', { name: 'device-token', answer: deviceToken }],
    ['POST /auth/renew', { name: 'renew', answer: renewed }],
  ]);
  return (method, path) => routes.get(`${method} ${path}`);
}

/** The words of RFC 8628. */
const DEVICE_ERRORS = { slow: 'slow_down', pending: 'authorization_pending', expired: 'expired_token' } as const;

/** The digest of the page's cookie, for requests of our own pages. */
export function pageDigest(request: IncomingMessage): Uint8Array | undefined {
  const token = cookieOf(request, PAGE_COOKIE);
  return isToken(token) ? tokenDigest(token) : undefined;
}

/** A form of another site sends the cookie too, and its own origin. */
export function requireOwnOrigin({ headers }: IncomingMessage, origin: string): void {
  if (headers.origin !== origin) throw new Refusal(403, { error: 'forbidden' });
}

/** A path of ours, whatever was asked for: no other host, no scheme, no `//host`. */
function ownPath(wanted: string | null | undefined): string {
  if (!wanted || !/^\/(?![/\\])[\x21-\x7e]*$/.test(wanted) || wanted.includes('\\')) return '/';
  return wanted;
}

function queryOf({ url = '' }: IncomingMessage, origin: string): URLSearchParams {
  return new URL(url, origin).searchParams;
}

export async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const value = parseJson((await readBody(request)).toString('utf8'));
  if (!isObject(value)) throw new Refusal(400, { error: 'invalid_request' });
  return value;
}

function redirect(location: string, cookies: string[] = []): HttpAnswer {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return { status: 303, headers, body: '', cookies };
}

function readLogin(text: string | undefined): (LoginState & { next: string }) | undefined {
  const value = text === undefined ? undefined : parseJson(text);
  if (!isObject(value)) return undefined;
  const { state, nonce, verifier, next, until } = value;
  // A browser lets the cookie go by then; whoever kept it elsewhere does not.
  if (typeof until !== 'number' || until < Date.now()) return undefined;
  return typeof state === 'string' &&
    typeof nonce === 'string' &&
    typeof verifier === 'string' &&
    typeof next === 'string'
    ? { state, nonce, verifier, next }
    : undefined;
}

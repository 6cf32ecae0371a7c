import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Admits whoever has the token of this process, in a cookie, a header, or once in the address. */
export interface Keys {
  /** The token for the printed address. */
  readonly token: string;
  /** The name of the cookie. Cookies ignore ports: two servers on one machine would log each other out. */
  cookieName(port: number): string;
  /** The header that keeps a browser logged in. */
  setCookie(port: number): string;
  /** A code that opens the page once, for programs that put an address where others can see it. */
  createCode(): string;
  /** Returns whether the code was given out, and uses it up. */
  takeCode(code: string): boolean;
  isToken(given: string): boolean;
  /** The proof that this server knows the token; undefined if the challenge is none. */
  prove(challenge: string, port: number): string | undefined;
  /** True if the headers of a request hold the token. */
  isAllowed(headers: { cookie?: string | undefined; authorization?: string | undefined }, port: number): boolean;
}

/** The most unused codes. Beyond that the oldest is dropped. */
const MAX_CODES = 8;

export function createKeys(token = randomBytes(32).toString('base64url')): Keys {
  const digest = digestOf(token);
  const codes = new Set<string>();
  const cookieName = (port: number) => `threadline_${port}`;

  /** One comparison in constant time, whatever is compared. */
  function isToken(given: string): boolean {
    return timingSafeEqual(digestOf(given), digest);
  }

  return {
    token,
    cookieName,
    setCookie: (port) => `${cookieName(port)}=${token}; HttpOnly; SameSite=Strict; Path=/`,
    createCode() {
      const [oldest] = codes;
      if (codes.size >= MAX_CODES && oldest !== undefined) codes.delete(oldest);
      const code = randomBytes(24).toString('base64url');
      codes.add(code);
      return code;
    },
    takeCode: (code) => codes.delete(code),
    isToken,
    prove: (challenge, port) => (CHALLENGE.test(challenge) ? proofOf(token, port, challenge) : undefined),
    isAllowed({ cookie, authorization }, port) {
      const bearer = /^Bearer ([\w-]{1,128})$/.exec(authorization ?? '')?.[1];
      return isToken(bearer ?? cookieValue(cookie ?? '', cookieName(port)));
    },
  };
}

const CHALLENGE = /^[\w-]{43}$/;

/** A challenge is random, so that an earlier proof is of no use. */
export function createChallenge(): string {
  return randomBytes(32).toString('base64url');
}

/** Only who knows the token can make it. The port stands in it, so nobody can pass a challenge on to another port. */
export function proofOf(token: string, port: number, challenge: string): string {
  return createHmac('sha256', token).update(`viewer ${port} ${challenge}`).digest('base64url');
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function cookieValue(cookies: string, name: string): string {
  for (const cookie of cookies.split(';')) {
    const [key, value = ''] = cookie.trim().split('=', 2);
    if (key === name) return value;
  }
  return '';
}

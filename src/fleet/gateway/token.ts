import { createHash, randomBytes } from 'node:crypto';

/** A token as it is sent: 32 random bytes, and a prefix by which secret scanners recognise it. */
const TOKEN = /^tl_[A-Za-z0-9_-]{43}$/;
const BEARER = /^bearer ([\x21-\x7e]{1,128})$/i;

export function createToken(): string {
  return `tl_${randomBytes(32).toString('base64url')}`;
}

/** True for what could be a token of ours. */
export function isToken(value: unknown): value is string {
  return typeof value === 'string' && TOKEN.test(value);
}

/** A token is random in all its bits, so its digest needs no salt, and every look-up by it takes the same time. */
export function tokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The digest of the token in a request; undefined if there is none that could be ours. */
export function bearerDigest(authorization: string | undefined): Buffer | undefined {
  const token = BEARER.exec(authorization ?? '')?.[1];
  return isToken(token) ? tokenDigest(token) : undefined;
}

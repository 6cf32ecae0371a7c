import type { IncomingMessage } from 'node:http';

/** The browser sends a cookie of this prefix to this host alone, over TLS alone. */
export const PAGE_COOKIE = '__Host-threadline';
export const LOGIN_COOKIE = '__Host-threadline-login';

export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const parts = (headers.cookie ?? '').split(';').map((part) => part.trim());
  const found = parts.filter((part) => part.startsWith(`${name}=`));
  // Two of a name: somebody else set one of them.
  return found.length === 1 ? found[0]?.slice(name.length + 1) : undefined;
}

/** Without seconds the cookie goes. */
export function setCookie(name: string, value: string, seconds = 0): string {
  return `${name}=${value}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${seconds}`;
}

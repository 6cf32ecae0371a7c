import type { ServerResponse } from 'node:http';
import type { ApiError } from './api-types.ts';

/**
 * What every answer carries, a refusal too. The page needs no more than its own files; the one policy of Trusted Types is
 * for the worker's address.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types threadline-worker',
].join('; ');

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** An answer: what to write, and as what. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

export function jsonAnswer(value: object, status = 200): Answer {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  return { status, headers, body: JSON.stringify(value) };
}

/** A code and nothing more: no path, no stack, no token. */
export function errorAnswer(status: number, error: string): Answer {
  const answer: ApiError = { error };
  return jsonAnswer(answer, status);
}

export function send(response: ServerResponse, { status, headers, body }: Answer, isHead = false): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, { ...SECURITY_HEADERS, ...headers, 'content-length': bytes.length });
  response.end(isHead ? undefined : bytes);
}

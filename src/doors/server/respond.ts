import type { ServerResponse } from 'node:http';
import { type HttpAnswer, jsonAnswer, sendAnswer } from '../../machine/http/http-answer.ts';
import type { ApiError } from './api-types.ts';

/** Sent with every answer. The page loads only its own files. The one Trusted Types policy is for the worker. */
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

/** A code and nothing more: no path, no stack, no token. */
export function errorAnswer(status: number, error: string): HttpAnswer {
  return jsonAnswer({ error } satisfies ApiError, status);
}

export function send(response: ServerResponse, answer: HttpAnswer, isHead = false): void {
  sendAnswer(response, answer, { headers: SECURITY_HEADERS, isHead });
}

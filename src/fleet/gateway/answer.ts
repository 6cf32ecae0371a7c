import type { ServerResponse } from 'node:http';

/** An answer: what to write, and as what. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export function jsonAnswer(status: number, value: object, headers: Record<string, string> = {}): Answer {
  const ours = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers };
  return { status, headers: ours, body: JSON.stringify(value) };
}

/** A request that is not answered as asked: a status, a code, and nothing of what was sent. */
export class Refusal extends Error {
  readonly answer: Answer;

  /** `cause` is what went wrong here, if anything did: for whoever runs the gateway, never for whoever asked. */
  constructor(
    status: number,
    body: { error: string } | { reason: string; index?: number },
    retryAfter?: number,
    cause?: unknown,
  ) {
    super(`refused with ${status}`, { cause });
    const headers: Record<string, string> = {};
    if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
    if (status === 401) headers['www-authenticate'] = 'Bearer';
    this.answer = jsonAnswer(status, body, headers);
  }
}

export function send(response: ServerResponse, { status, headers, body }: Answer): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'x-content-type-options': 'nosniff', 'content-length': bytes.length });
  response.end(bytes);
}

import type { ServerResponse } from 'node:http';

export interface HttpAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
  /** Values of `Set-Cookie`. */
  cookies?: readonly string[] | undefined;
}

export function jsonAnswer(value: object, status = 200, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  const ours = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers };
  return { status, headers: ours, body: JSON.stringify(value) };
}

export interface SendOptions {
  /** Headers that every answer carries. */
  headers?: Readonly<Record<string, string>>;
  /** True if only the head of the answer was requested. */
  isHead?: boolean;
}

export function sendAnswer(
  response: ServerResponse,
  { status, headers, body, cookies }: HttpAnswer,
  { headers: common = {}, isHead = false }: SendOptions = {},
): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const ours = { 'x-content-type-options': 'nosniff', 'content-length': bytes.length };
  const set = cookies === undefined || cookies.length === 0 ? {} : { 'set-cookie': [...cookies] };
  response.writeHead(status, { ...common, ...headers, ...ours, ...set });
  response.end(isHead ? undefined : bytes);
}

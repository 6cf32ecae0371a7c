import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { GuardOptions } from './guard.ts';
import { badRequest, RequestError } from './request-error.ts';

/** The body of a request that changes something. */
export type JsonBody = Readonly<Record<string, unknown>>;

/** Tokens of the pages that may change something. They live in memory, and end with the server. */
export interface WriteTokens {
  /** A new one for each load of the page. It is not the one in the address, and no cookie carries it. */
  issue(): string;
  isKnown(given: string): boolean;
}

/** The header that carries such a token. A form and a plain request of another site cannot set it. */
const WRITE_HEADER = 'x-threadline-write';
/** Beyond that the oldest is dropped. Its page gets `write-token`, and asks for another. */
const MAX_TOKENS = 256;
const MAX_BODY_BYTES = 256 * 1024;

export function createWriteTokens(): WriteTokens {
  /** Digests, so that the time of a look-up tells nothing of a token. */
  const known = new Set<string>();
  const digestOf = (token: string) => createHash('sha256').update(token).digest('base64url');
  return {
    issue() {
      const token = randomBytes(32).toString('base64url');
      const [oldest] = known;
      if (known.size >= MAX_TOKENS && oldest !== undefined) known.delete(oldest);
      known.add(digestOf(token));
      return token;
    },
    isKnown: (given) => known.has(digestOf(given)),
  };
}

/**
 * Refuses a request that changes something, unless our own page sent it: with an Origin, which the guard compared
 * already, with JSON, and with a token of a page. Without tokens the server is read only. The body is not read yet.
 */
export function refuseWrite(
  { headers }: IncomingMessage,
  { origins }: GuardOptions,
  tokens: WriteTokens | undefined,
): RequestError | undefined {
  if (!tokens) return new RequestError(403, 'read-only');
  const { origin = '' } = headers;
  if (!origins.has(origin.toLowerCase())) return new RequestError(403, 'forbidden');
  if (!/^application\/json(;\s*charset=utf-8)?$/i.test(headers['content-type'] ?? ''))
    return new RequestError(415, 'not-json');
  const given = headers[WRITE_HEADER];
  const isKnown = typeof given === 'string' && tokens.isKnown(given);
  return isKnown ? undefined : new RequestError(403, 'write-token');
}

/** Reads the object in the body of a request. Anything else is the client's fault. */
export async function readJsonBody(request: IncomingMessage): Promise<JsonBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new RequestError(413, 'too-large');
    chunks.push(chunk);
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw badRequest();
  }
  if (!isJsonBody(value)) throw badRequest();
  return value;
}

function isJsonBody(value: unknown): value is JsonBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

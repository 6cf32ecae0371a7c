import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HttpAnswer } from '../../machine/http/http-answer.ts';

/** Shorter answers fit into a few packets as they are. */
const LEAST_BYTES = 16 * 1024;
/** The page's own files are compressed once, so that what is sent at its start is small. */
const LEAST_KEPT_BYTES = 1024;
/** Higher levels take several times as long for a tenth less. */
const BROTLI_LEVEL = 5;
/** 256 KiB: a larger window holds megabytes of memory for each answer that is under way. */
const BROTLI_WINDOW = 18;
/** A twentieth less than by 9, for a tenth of a second once in the life of a server. */
const KEPT_BROTLI_LEVEL = 10;
const GZIP_LEVEL = 6;
const KEPT_GZIP_LEVEL = 9;
const TEXT = /^(?:text\/|application\/json|image\/svg)/;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

type Encoding = 'br' | 'gzip';

/** Bodies that are sent again and again, the page's files above all, are compressed once. */
const compressed = new WeakMap<Uint8Array, Map<Encoding, Promise<Buffer>>>();

/** The answer in the best encoding that the request accepts. Pictures, fonts and short answers stay as they are. */
export async function compressAnswer(answer: HttpAnswer, accepted: string | undefined): Promise<HttpAnswer> {
  const { headers, body } = answer;
  const isKept = typeof body !== 'string' && headers['cache-control']?.includes('immutable') === true;
  const isLong = body.length >= (isKept ? LEAST_KEPT_BYTES : LEAST_BYTES);
  if (!isLong || !TEXT.test(headers['content-type'] ?? '') || headers['content-encoding'] !== undefined) return answer;
  const vary = { ...headers, vary: 'accept-encoding' };
  const encoding = encodingOf(accepted);
  if (encoding === undefined) return { ...answer, headers: vary };
  const level = encoding === 'br' ? (isKept ? KEPT_BROTLI_LEVEL : BROTLI_LEVEL) : isKept ? KEPT_GZIP_LEVEL : GZIP_LEVEL;
  const bytes = await compress(body, encoding, level);
  return { ...answer, headers: { ...vary, 'content-encoding': encoding }, body: bytes };
}

function compress(body: string | Uint8Array, encoding: Encoding, level: number): Promise<Buffer> {
  if (typeof body === 'string') return encode(Buffer.from(body), encoding, level);
  const known = compressed.get(body) ?? new Map<Encoding, Promise<Buffer>>();
  compressed.set(body, known);
  const bytes = known.get(encoding) ?? encode(body, encoding, level);
  known.set(encoding, bytes);
  return bytes;
}

function encode(body: Uint8Array, encoding: Encoding, level: number): Promise<Buffer> {
  if (encoding === 'gzip') return zip(body, { level });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return brotli(body, { params });
}

/** `br` before `gzip`. One with `q=0` is refused. */
function encodingOf(accepted = ''): Encoding | undefined {
  const names = new Set<string>();
  for (const part of accepted.toLowerCase().split(',', 20)) {
    const [name = '', ...rules] = part.split(';').map((word) => word.trim());
    if (!rules.some((rule) => /^q=0(?:\.0{0,3})?$/.test(rule))) names.add(name);
  }
  return (['br', 'gzip'] as const).find((encoding) => names.has(encoding));
}

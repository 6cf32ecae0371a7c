import { createHash, createHmac } from 'node:crypto';

/** A key pair of an S3 API. */
export interface S3Credentials {
  id: string;
  secret: string;
  /** Comes with keys that expire. */
  session?: string | undefined;
}

export interface RequestToSign {
  method: string;
  /** Its path is encoded already. An S3 API encodes it once, other services of AWS twice. */
  url: URL;
  /** Headers that are signed along, with lower-case names. */
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array | undefined;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** The headers of a request with AWS Signature Version 4 over method, path, query, headers and body. */
export function signRequest(
  { method, url, headers = {}, body = new Uint8Array() }: RequestToSign,
  { id, secret, session }: S3Credentials,
  region: string,
  at: Date,
): Record<string, string> {
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const digest = createHash('sha256').update(body).digest('hex');
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': digest,
    'x-amz-date': time,
    ...(session === undefined ? {} : { 'x-amz-security-token': session }),
  };
  const names = Object.keys(signed).sort();
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url.searchParams),
    ...names.map((name) => `${name}:${signed[name]?.trim()}`),
    '',
    names.join(';'),
    digest,
  ].join('\n');
  const text = [ALGORITHM, time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (from, part) => createHmac('sha256', from).update(part).digest(),
    `AWS4${secret}`,
  );
  const signature = createHmac('sha256', key).update(text).digest('hex');
  // The client names the host itself.
  const { host: _, ...sent } = signed;
  const credential = `Credential=${id}/${scope}`;
  return {
    ...sent,
    authorization: `${ALGORITHM} ${credential},SignedHeaders=${names.join(';')},Signature=${signature}`,
  };
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

/** Leaves letters, digits and `-_.~` alone, as the signature wants it. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

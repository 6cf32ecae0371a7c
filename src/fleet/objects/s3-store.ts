import { ThreadlineError, type ThreadlineErrorCode } from '../../errors.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import { mayCarrySecrets } from '../../machine/http/is-loopback.ts';
import type { ObjectStore } from './object-store.ts';
import { type S3Credentials, signRequest } from './sign-request.ts';

/** Where objects are, and who asks for them. */
export interface S3Address {
  /** The URL of the bucket with the beginning of all keys, and a slash at its end. */
  folder: URL;
  region: string;
  credentials: S3Credentials;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const FOLDER = /^[\w=+-][\w=+.-]*$/;

/** Reads `s3://BUCKET/FOLDER`, with AWS's own variables for keys, region and endpoint. Throws TypeError for anything else. */
export function readS3Address(text: string, environment: NodeJS.ProcessEnv): S3Address {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/?#]*)\/?([^?#]*)$/.exec(text) ?? [];
  const folders = path.split('/').filter((name) => name !== '');
  if (!BUCKET.test(bucket) || !folders.every((name) => FOLDER.test(name))) {
    throw new TypeError('raw names a bucket and a folder in it: s3://BUCKET/FOLDER');
  }
  const id = environment.AWS_ACCESS_KEY_ID;
  const secret = environment.AWS_SECRET_ACCESS_KEY;
  if (!id || !secret) throw new TypeError('s3://… needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const region = environment.AWS_REGION || environment.AWS_DEFAULT_REGION || 'us-east-1';
  if (!/^[\w-]{1,64}$/.test(region)) throw new TypeError('AWS_REGION is no name of a region');
  const endpoint = environment.AWS_ENDPOINT_URL_S3 || environment.AWS_ENDPOINT_URL;
  const root = endpoint ? bucketOf(endpoint, bucket) : `https://${bucket}.s3.${region}.amazonaws.com/`;
  return {
    folder: new URL(folders.map((name) => `${name}/`).join(''), root),
    region,
    credentials: { id, secret, session: environment.AWS_SESSION_TOKEN || undefined },
  };
}

/** Servers of one's own seldom have a name for each bucket. */
function bucketOf(endpoint: string, bucket: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || !mayCarrySecrets(url) || url.username !== '' || url.search !== '') {
    throw new TypeError('AWS_ENDPOINT_URL_S3 is an https:// address; http:// is for this machine alone');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/${bucket}/`;
}

/** The meaning of an answer that is none of those that were hoped for. */
const FAULTS: ReadonlyMap<number, [ThreadlineErrorCode, string]> = new Map([
  [401, ['refused', 'refuses the keys']],
  [403, ['refused', 'refuses the keys']],
  [404, ['not-found', 'has no such bucket']],
  [429, ['busy', 'is busy']],
  [503, ['busy', 'is busy']],
]);

/** An object store with the API of Amazon S3. Its faults are ThreadlineErrors: `unreachable`, `refused`, `busy`, … */
export function createS3Store({ folder, region, credentials }: S3Address): ObjectStore {
  const name = `${folder.host}${folder.pathname}`;

  async function ask(method: 'GET' | 'PUT' | 'DELETE', key: string, body?: Uint8Array): Promise<Response> {
    const url = new URL(key, folder);
    if (!url.href.startsWith(folder.href)) throw new TypeError('an object is in its folder');
    const headers = signRequest({ method, url, body }, credentials, region, new Date());
    try {
      return await fetch(url, {
        method,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(fleetLimits.objectAnswerMs),
        // A buffer of its own: the type wants one that is not shared.
        ...(body && { body: new Uint8Array(body) }),
      });
    } catch (cause) {
      throw new ThreadlineError('unreachable', `the object store ${name} does not answer`, { cause });
    }
  }

  async function fault(answer: Response): Promise<ThreadlineError> {
    await answer.body?.cancel();
    const [code, what] = FAULTS.get(answer.status) ?? ['unreachable', `answered ${answer.status}`];
    return new ThreadlineError(code, `the object store ${name} ${what}`);
  }

  return {
    name,
    async put(key, bytes) {
      const answer = await ask('PUT', key, bytes);
      if (!answer.ok) throw await fault(answer);
      await answer.body?.cancel();
    },
    async get(key) {
      const answer = await ask('GET', key);
      if (answer.status === 404) {
        await answer.body?.cancel();
        return undefined;
      }
      if (!answer.ok) throw await fault(answer);
      return readBounded(answer, name);
    },
    async remove(key) {
      const answer = await ask('DELETE', key);
      if (!answer.ok && answer.status !== 404) throw await fault(answer);
      await answer.body?.cancel();
    },
  };
}

/** No object is larger than what a gateway takes, so a larger one is none of ours. */
async function readBounded({ body }: Response, name: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.length;
      if (size > fleetLimits.maxGatewayBodyBytes) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new ThreadlineError('unreachable', `the object store ${name} broke off`, { cause });
  }
  if (size > fleetLimits.maxGatewayBodyBytes) {
    throw new ThreadlineError('damaged', `the object store ${name} has an object that is too large`);
  }
  return Buffer.concat(chunks);
}

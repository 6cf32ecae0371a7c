import { createHash } from 'node:crypto';

/** Digests that tell whether the bytes of one source continue those of another. */
export interface PrefixDigest {
  length: number;
  /** SHA-256 of all bytes. */
  digest: Buffer;
  /** SHA-256 of the first bytes, as many as were asked for; undefined if there are fewer. */
  prefix: Buffer | undefined;
}

export function createPrefixDigest(prefixLength = 0): { push(chunk: Uint8Array): void; end(): PrefixDigest } {
  const hash = createHash('sha256');
  let length = 0;
  let prefix: Buffer | undefined = prefixLength === 0 ? hash.copy().digest() : undefined;
  return {
    push(chunk) {
      const here = prefixLength - length;
      if (prefix === undefined && chunk.length >= here) {
        hash.update(chunk.subarray(0, here));
        prefix = hash.copy().digest();
        hash.update(chunk.subarray(here));
      } else hash.update(chunk);
      length += chunk.length;
    },
    // A copy, because more may follow.
    end: () => ({ length, digest: hash.copy().digest(), prefix }),
  };
}

export async function digestOf(bytes: AsyncIterable<Uint8Array>, prefixLength = 0): Promise<PrefixDigest> {
  const digest = createPrefixDigest(prefixLength);
  for await (const chunk of bytes) digest.push(chunk);
  return digest.end();
}

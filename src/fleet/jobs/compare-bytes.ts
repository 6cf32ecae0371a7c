import type { KeptSource, OwnerSource } from './kept-source.ts';
import { digestOf } from './prefix-digest.ts';
import type { ByteRelation } from './whose-session.ts';

/** Compares the bytes of a source with those of the source whose session is shown. */
export async function compareBytes(source: KeptSource, owner: OwnerSource): Promise<ByteRelation> {
  const theirs = owner.known ?? (await digestOf(bytesOf(owner)));
  const mine = await digestOf(bytesOf(source), theirs.length);
  if (mine.prefix?.equals(theirs.digest)) return mine.length > theirs.length ? 'longer' : 'same';
  if (mine.length >= theirs.length) return 'different';
  const { prefix } = await digestOf(bytesOf(owner), mine.length);
  return prefix?.equals(mine.digest) ? 'shorter' : 'different';
}

function bytesOf({ file }: KeptSource): AsyncIterable<Uint8Array> {
  if (!file.open) throw new TypeError('a source brings its bytes');
  return file.open();
}

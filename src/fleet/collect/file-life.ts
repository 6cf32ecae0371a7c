import { createHash } from 'node:crypto';
import { FIRST_LINE_BYTES, firstLineHash } from '../../machine/sessions/following/checkpoint.ts';
import type { FollowedFile } from '../../machine/sessions/following/followed-file.ts';

/** How much before an offset its marker tells of, in bytes. */
export const MARKER_BYTES = 4096;

/** What a file's first line says of it; empty while that is not whole. */
function firstLineOf(file: FollowedFile): string {
  return firstLineHash(bytesBetween(file, 0, FIRST_LINE_BYTES));
}

/** The name of one life of a file: a file that was cut or written anew has the same first line, and another number. */
export function generationOf(firstLine: string, life: number): string {
  return life === 0 ? firstLine : `${firstLine}~${life}`;
}

/** A digest of the bytes just before an offset. */
export function markerAt(file: FollowedFile, offset: number): string {
  return offset === 0 ? '' : markerOf(bytesBetween(file, Math.max(0, offset - MARKER_BYTES), offset));
}

export function markerOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** Fewer where the file ends before. */
export function bytesBetween(file: FollowedFile, from: number, to: number): Buffer {
  const buffer = Buffer.allocUnsafe(Math.max(0, to - from));
  let length = 0;
  while (length < buffer.length) {
    const read = file.read(buffer.subarray(length), from + length);
    if (read === 0) break;
    length += read;
  }
  return buffer.subarray(0, length);
}

/** Where a server goes on with a file. */
export interface LifeHead {
  firstLine: string;
  head: number;
  marker: string;
}

/** Why a file is not the one that a server holds up to a head; undefined where it goes on from there. */
export function changeSince(
  file: FollowedFile,
  { firstLine, head, marker }: LifeHead,
): 'other' | 'rewritten' | undefined {
  if (firstLineOf(file) !== firstLine) return 'other';
  if (file.look().size < head) return 'rewritten';
  return marker === '' || markerAt(file, head) === marker ? undefined : 'rewritten';
}

import { createHash } from 'node:crypto';
import { FIRST_LINE_BYTES, firstLineHash } from '../../machine/sessions/following/checkpoint.ts';
import type { FollowedFile } from '../../machine/sessions/following/followed-file.ts';
import { pieces } from '../../machine/sessions/following/whole-lines.ts';
import type { Agreed } from './file-stage.ts';

/** The number of bytes before an offset that its marker covers. */
export const MARKER_BYTES = 4096;

/** A digest of the bytes just before an offset, or of all bytes before it where any of them may change. */
export function markerAt(file: FollowedFile, offset: number): string {
  if (offset === 0) return '';
  if (!file.changesInPlace) return markerOf(bytesBetween(file, Math.max(0, offset - MARKER_BYTES), offset));
  const hash = createHash('sha256');
  for (const { bytes } of pieces(file, 0, offset)) hash.update(bytes);
  return hash.digest('hex').slice(0, 32);
}

export function markerOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** Reads the bytes between two offsets, or fewer if the file ends before. */
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

/** The reason why a file is not the one the server has up to its head; undefined if the file continues from there. */
export function changeSince(
  file: FollowedFile,
  { life, head, marker }: Pick<Agreed, 'life' | 'head' | 'marker'>,
): 'other' | 'rewritten' | undefined {
  if (firstLineHash(bytesBetween(file, 0, FIRST_LINE_BYTES)) !== life.firstLine) return 'other';
  if (file.look().size < head) return 'rewritten';
  return marker === '' || markerAt(file, head) === marker ? undefined : 'rewritten';
}

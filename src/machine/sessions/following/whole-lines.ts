import { machineLimits } from '../../../limits/machine.ts';
import type { FollowedFile } from './followed-file.ts';

/** A piece of a file. A long line comes in several; only the last one ends it. */
export interface LinePiece {
  /** Valid until the next piece is requested. */
  bytes: Uint8Array;
  endsLine: boolean;
}

const CHUNK_BYTES = 64 * 1024;
const LINE_FEED = 10;

/**
 * Yields the whole lines of a file between two offsets, and nothing of a line that is still being written. So
 * no line is held in memory, and half a line that is taken back does no harm. Returns the offset up to which
 * a line feed was searched, for continuing in a line of many megabytes. Stops after `maxFollowedBytesAtOnce`.
 */
export function* wholeLines(
  file: FollowedFile,
  { from, to, scanned }: { from: number; to: number; scanned: number },
): Generator<LinePiece, number> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, Math.max(1, to - from)));
  const enough = Math.max(from, scanned) + machineLimits.maxFollowedBytesAtOnce;
  let start = from;
  let scan = Math.max(from, scanned);
  while (scan < Math.min(to, enough)) {
    const length = file.read(buffer.subarray(0, Math.min(buffer.length, to - scan)), scan);
    if (length === 0) break;
    const chunk = buffer.subarray(0, length);
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      if (scan > start) yield* pieces(file, start, scan);
      yield { bytes: chunk.subarray(0, end), endsLine: true };
      start = scan + end;
      scan = start;
    } else scan += length;
  }
  return scan;
}

/** The bytes between two offsets, as far as they exist. */
export function* pieces(file: FollowedFile, from: number, to: number): Generator<LinePiece> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, Math.max(1, to - from)));
  for (let position = from; position < to; ) {
    const length = file.read(buffer.subarray(0, Math.min(buffer.length, to - position)), position);
    if (length === 0) return;
    yield { bytes: buffer.subarray(0, length), endsLine: false };
    position += length;
  }
}

/** The bytes of a compressed file, as stored. */
export async function* storedChunks(file: FollowedFile): AsyncGenerator<Uint8Array> {
  for (const { bytes } of pieces(file, 0, file.look().size)) yield bytes;
}

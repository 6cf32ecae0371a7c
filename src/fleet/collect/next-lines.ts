import { fleetLimits } from '../../limits/fleet.ts';
import type { FollowedFile } from '../../machine/sessions/following/followed-file.ts';
import { bytesBetween } from './file-life.ts';

/** The next part of a file. `lines`: whole lines; `too-long`: one line that cannot be sent; `none`: no whole line. */
export type NextLines =
  | { kind: 'lines'; bytes: Buffer; size: number; isSingle: boolean }
  | { kind: 'too-long'; size: number }
  /** The offset up to which a newline was searched for. The search continues there when the line has grown. */
  | { kind: 'none'; scanned: number };

const LINE_FEED = 10;
const SCAN_BYTES = 64 * 1024;

/** Reads whole lines from an offset, about as many bytes as wanted. A longer line comes alone. */
export function nextLines(
  file: FollowedFile,
  { from, to, wanted, scanned }: { from: number; to: number; wanted: number; scanned: number },
): NextLines {
  if (scanned < from + wanted) {
    const bytes = bytesBetween(file, from, Math.min(to, from + wanted));
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) return linesOf(bytes.subarray(0, end));
    if (from + bytes.length >= to) return { kind: 'none', scanned: from };
  }
  const end = endOfLine(file, Math.max(scanned, from + wanted), to);
  if (end === -1) return { kind: 'none', scanned: to };
  const size = end - from;
  if (size > fleetLimits.maxUnpackedSegmentBytes) return { kind: 'too-long', size };
  return linesOf(bytesBetween(file, from, end));
}

function linesOf(bytes: Buffer): NextLines {
  return { kind: 'lines', bytes, size: bytes.length, isSingle: bytes.indexOf(LINE_FEED) === bytes.length - 1 };
}

/** The offset after the next newline, or -1. Holds no more than a piece of the line in memory. */
function endOfLine(file: FollowedFile, from: number, to: number): number {
  const buffer = Buffer.allocUnsafe(SCAN_BYTES);
  for (let at = from; at < to; ) {
    const length = file.read(buffer.subarray(0, Math.min(buffer.length, to - at)), at);
    if (length === 0) return -1;
    const found = buffer.subarray(0, length).indexOf(LINE_FEED);
    if (found !== -1) return at + found + 1;
    at += length;
  }
  return -1;
}

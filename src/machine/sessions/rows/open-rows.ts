import { NO_NUMBERS } from '../following/checkpoint.ts';
import type { FileLook, FollowedFile } from '../following/followed-file.ts';
import type { SourceLook } from '../session-source.ts';

const BATCH_BYTES = 256 * 1024;

export interface OpenRowsOptions {
  look: SourceLook;
  /** The number of lines. */
  count: number;
  /** Reads the lines, starting at one, up to about the given bytes. */
  readLines(from: number, bytes: number): Uint8Array[];
}

/** A session's rows at one moment. Holds only the ends of lines. A line whose length changed cuts off the rest. */
export function openRows({ look, count, readLines }: OpenRowsOptions): FollowedFile {
  const ends = endsOf(count, readLines);
  const size = ends.at(-1) ?? 0;
  const taken: FileLook = { ...NO_NUMBERS, ...look, size, changed: 0, stored: undefined };
  let held: { start: number; bytes: Uint8Array } = { start: 0, bytes: new Uint8Array() };

  /** Holds the lines from that of a position on. */
  function hold(position: number): void {
    const first = lineAt(ends, position);
    const lines = readLines(first, BATCH_BYTES);
    const start = ends[first - 1] ?? 0;
    let end = start;
    const isWhole = lines.every((line, index) => {
      end += line.length;
      return end === ends[first + index];
    });
    held = { start, bytes: isWhole ? Buffer.concat(lines) : new Uint8Array() };
  }

  return {
    changesInPlace: true,
    look: () => taken,
    read(buffer, position) {
      if (position >= size) return 0;
      const isHeld = position >= held.start && position < held.start + held.bytes.length;
      if (!isHeld) hold(position);
      const bytes = held.bytes.subarray(position - held.start, position - held.start + buffer.length);
      buffer.set(bytes);
      return bytes.length;
    },
    close() {},
  };
}

function endsOf(count: number, readLines: OpenRowsOptions['readLines']): number[] {
  const ends: number[] = [];
  let end = 0;
  while (ends.length < count) {
    const lines = readLines(ends.length, BATCH_BYTES);
    if (lines.length === 0) break;
    for (const line of lines) {
      end += line.length;
      ends.push(end);
    }
  }
  return ends;
}

/** The number of the line at a position. */
function lineAt(ends: readonly number[], position: number): number {
  let low = 0;
  for (let high = ends.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

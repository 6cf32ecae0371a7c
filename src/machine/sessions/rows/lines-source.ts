import { createWholeTrace, type FollowCheckpoint, NO_NUMBERS } from '../following/checkpoint.ts';
import { createStreamFollower } from '../following/stream-follower.ts';
import { nextTurn } from '../next-turn.ts';
import { leaveOut } from '../plain-bytes.ts';
import type { SessionSource, SourceBytesOptions, SourceKey, SourceLook } from '../session-source.ts';
import { openRows } from './open-rows.ts';

/** Bytes read at a time. What is read from is closed before they are passed on, however slow the reader is. */
const BATCH_BYTES = 256 * 1024;
const LINE_FEED = 10;

/** A session that is made of lines, each of which is read from a place of its own. */
export interface LinesSourceOptions<Place> {
  key: SourceKey;
  look(): SourceLook | undefined;
  /** The places of all lines, in order. */
  places(): readonly Place[];
  /** Those before the first whose line may still change. */
  settled(places: readonly Place[]): readonly Place[];
  /** True for a line that was not there, or was another one, when the session was found. */
  isLater(place: Place): boolean;
  /** Reads the lines of places, starting at one, up to about the wanted bytes. A line that is gone is empty. */
  readLines(places: readonly Place[], from: number, wanted: number): Uint8Array[];
}

/** A session that is not a file: the lines may change anywhere, but those who follow it get only what is settled. */
export function createLinesSource<Place>(options: LinesSourceOptions<Place>): SessionSource {
  const { key, look, places, readLines } = options;
  const settled = () => options.settled(places());

  function* chunks(found: readonly Place[]): Generator<Uint8Array> {
    for (let next = 0; next < found.length; ) {
      const lines = readLines(found, next, BATCH_BYTES);
      if (lines.length === 0) return;
      next += lines.length;
      const bytes = Buffer.concat(lines);
      if (bytes.length > 0) yield bytes;
    }
  }

  async function* readAll(
    find: () => readonly Place[],
    { onBytes }: SourceBytesOptions = {},
  ): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks(find())) {
      yield chunk;
      onBytes?.(chunk.length);
      await nextTurn();
    }
  }

  /** The end of the lines that stood there when the session was found. */
  function end(): FollowCheckpoint | undefined {
    const found = settled();
    const later = found.findIndex(options.isLater);
    return endAfter(chunks(found), later === -1 ? found.length : later);
  }

  return {
    key,
    look,
    read({ from = 0, ...others } = {}) {
      const all = readAll(places, others);
      return from > 0 ? leaveOut(all, from) : all;
    },
    async last(most) {
      return Buffer.concat(readLines([...places()].reverse(), 0, most).reverse());
    },
    open() {
      const now = look();
      if (!now) return undefined;
      const found = settled();
      return openRows({ look: now, count: found.length, readLines: (from, bytes) => readLines(found, from, bytes) });
    },
    follow: (followed) => createStreamFollower({ look, read: () => readAll(settled) }, followed),
    end,
  };
}

/** The checkpoint after a number of lines. Newer ones come after it. */
function endAfter(chunks: Iterable<Uint8Array>, lines: number): FollowCheckpoint | undefined {
  const trace = createWholeTrace();
  let left = lines;
  for (const chunk of chunks) {
    let end = 0;
    while (left > 0 && end < chunk.length) {
      end = chunk.indexOf(LINE_FEED, end) + 1;
      left -= 1;
    }
    trace.add(chunk.subarray(0, end));
    if (left === 0) break;
  }
  if (trace.offset === 0) return undefined;
  const identity = { ...NO_NUMBERS, firstLine: trace.firstLine() };
  return { identity, offset: trace.offset, marker: trace.marker(), line: lines - left };
}

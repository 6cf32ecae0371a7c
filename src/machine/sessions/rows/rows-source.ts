import { createHash } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import { ThreadlineError } from '../../../errors.ts';
import { createWholeTrace, type FollowCheckpoint, NO_NUMBERS } from '../following/checkpoint.ts';
import { createStreamFollower } from '../following/stream-follower.ts';
import { leaveOut } from '../plain-bytes.ts';
import type { SessionSource, SourceBytesOptions, SourceKey, SourceLook } from '../session-source.ts';
import { databaseStamp } from './database-files.ts';
import { openRows } from './open-rows.ts';
import { readDatabase } from './read-database.ts';
import { createRowReader, lookAtRows, placesOf, type RowPlace, settledPlaces } from './session-rows.ts';
import type { SessionTables } from './session-tables.ts';

/** Bytes read at a time. The database is closed before they are passed on, however slow the reader is. */
const BATCH_BYTES = 256 * 1024;
const LINE_FEED = 10;

export interface RowsSourceOptions {
  key: SourceKey;
  /** The path of the database. */
  path: string;
  tables: SessionTables;
  id: string;
  found: FoundRows;
  looks: LookMemory;
}

/** The state of a database in which sessions were found. */
export interface FoundRows {
  /** Milliseconds since 1970. */
  at: number;
  /** The number of the newest row of each table. */
  newest: ReadonlyMap<number, bigint>;
}

/** Remembers looks as long as the database does not change at all. */
export interface LookMemory {
  of(path: string, id: string, look: () => SourceLook | undefined): SourceLook | undefined;
}

export function createLookMemory(): LookMemory {
  const known = new Map<string, { stamp: string; looks: Map<string, SourceLook | undefined> }>();
  return {
    of(path, id, look) {
      const stamp = databaseStamp(path);
      if (stamp === undefined) return look();
      const fresh = { stamp, looks: new Map<string, SourceLook | undefined>() };
      const before = known.get(path);
      const { looks } = before?.stamp === stamp ? before : fresh;
      if (before?.stamp !== stamp) known.set(path, fresh);
      if (!looks.has(id)) looks.set(id, look());
      return looks.get(id);
    },
  };
}

/** A session in a database with others. Each of its rows is a line. */
export function createRowsSource({ key, path, tables, id, found, looks }: RowsSourceOptions): SessionSource {
  function look(): SourceLook | undefined {
    try {
      const looked = readDatabase(path, (database) => lookAtRows(database, tables, id));
      if (!looked) return undefined;
      const { version, changes, size, modified } = looked;
      const told = [version, changes].filter((value) => value !== undefined);
      return { version: told.length > 0 ? told.join('|') : hashOfRows(), size, modified };
    } catch (error) {
      if (error instanceof ThreadlineError && error.code === 'not-found') return undefined;
      throw error;
    }
  }

  function hashOfRows(): string {
    const hash = createHash('sha256');
    for (const chunk of chunks(placesNow())) hash.update(chunk);
    return hash.digest('hex');
  }

  const placesNow = () => readDatabase(path, (database) => placesOf(database, tables, id));

  function* chunks(places: readonly RowPlace[]): Generator<Uint8Array> {
    for (let next = 0; next < places.length; ) {
      const lines = readLines(places, next, BATCH_BYTES);
      next += lines.length;
      const bytes = Buffer.concat(lines);
      if (bytes.length > 0) yield bytes;
    }
  }

  /** Reads the lines of rows, starting at one, up to about the wanted bytes. */
  function readLines(places: readonly RowPlace[], from: number, wanted: number): Uint8Array[] {
    return readDatabase(path, (database) => {
      const lineOf = createRowReader(database, tables);
      const lines: Uint8Array[] = [];
      let bytes = 0;
      for (let at = from; at < places.length && bytes < wanted; at += 1) {
        const place = places[at];
        const line = Buffer.from(place ? lineOf(place) : '');
        lines.push(line);
        bytes += line.length;
      }
      return lines;
    });
  }

  async function* readRows(
    find: () => readonly RowPlace[],
    { onBytes }: SourceBytesOptions = {},
  ): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks(find())) {
      yield chunk;
      onBytes?.(chunk.length);
      await nextTick();
    }
  }

  const settled = () => settledPlaces(placesNow());

  /** The lines that stood there when the session was found. */
  function linesThen(): number {
    const places = settled();
    const isLater = ({ table, row, written }: RowPlace) => row > (found.newest.get(table) ?? 0n) || written > found.at;
    const first = places.findIndex(isLater);
    return first === -1 ? places.length : first;
  }

  const source: SessionSource = {
    key,
    look: () => looks.of(path, id, look),
    read({ from = 0, ...options } = {}) {
      const all = readRows(placesNow, options);
      return from > 0 ? leaveOut(all, from) : all;
    },
    async last(most) {
      return Buffer.concat(readLines(placesNow().reverse(), 0, most).reverse());
    },
    open() {
      const now = source.look();
      if (!now) return undefined;
      const places = settledPlaces(placesNow());
      return openRows({ look: now, places, readLines: (from, bytes) => readLines(places, from, bytes) });
    },
    follow: (options) => createStreamFollower({ look: source.look, read: () => readRows(settled) }, options),
    end: () => endAfter(chunks(settled()), linesThen()),
  };
  return source;
}

/** The checkpoint after a number of lines. Newer rows come after it. */
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

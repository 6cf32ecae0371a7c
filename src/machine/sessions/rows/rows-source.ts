import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { ThreadlineError } from '../../../errors.ts';
import type { SessionSource, SourceKey, SourceLook } from '../session-source.ts';
import { createLinesSource } from './lines-source.ts';
import type { LookMemory } from './look-memory.ts';
import { readDatabase } from './read-database.ts';
import { listRows, placesOf, type RowPlace, rowReader, sizeOfRows, toldVersion } from './session-rows.ts';
import type { SessionTables } from './session-tables.ts';

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

/** A session in a database with others. Each of its rows is a line. */
export function createRowsSource({ key, path, tables, id, found, looks }: RowsSourceOptions): SessionSource {
  /** Reads of the session in the database; undefined if either is gone. */
  function readSession<T>(read: (database: DatabaseSync) => T | undefined): T | undefined {
    try {
      return readDatabase(path, read);
    } catch (error) {
      if (error instanceof ThreadlineError && error.code === 'not-found') return undefined;
      throw error;
    }
  }

  function look(): SourceLook | undefined {
    return readSession((database) => {
      const [listed] = listRows(database, tables, id);
      if (!listed) return undefined;
      const version = toldVersion(database, tables, listed) ?? hashOfRows(database);
      return { version, size: sizeOfRows(database, tables, id), modified: listed.modified };
    });
  }

  function version(): string | undefined {
    return readSession((database) => {
      const [listed] = listRows(database, tables, id);
      return listed && (toldVersion(database, tables, listed) ?? hashOfRows(database));
    });
  }

  function hashOfRows(database: DatabaseSync): string {
    const hash = createHash('sha256');
    const lineOf = rowReader(database, tables);
    for (const place of placesOf(database, tables, id)) hash.update(lineOf(place));
    return hash.digest('hex');
  }

  function readLines(places: readonly RowPlace[], from: number, wanted: number): Uint8Array[] {
    return readDatabase(path, (database) => {
      const lineOf = rowReader(database, tables);
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

  const source = createLinesSource<RowPlace>({
    key,
    look: () => looks.of(path, id, look),
    places: () => readDatabase(path, (database) => placesOf(database, tables, id)),
    settled: settledPlaces,
    isLater: ({ table, row, written }) => row > (found.newest.get(table) ?? 0n) || written > found.at,
    readLines,
  });
  return { ...source, hasLastingVersions: true, version: () => looks.versionOf(path, id, version) };
}

/** The places before the first row that the agent still changes. */
function settledPlaces(places: readonly RowPlace[]): readonly RowPlace[] {
  const first = places.findIndex(({ isSettled }) => !isSettled);
  return first === -1 ? places : places.slice(0, first);
}

import type { DatabaseSync } from 'node:sqlite';
import { ThreadlineError } from '../../../errors.ts';
import type { SessionSource, SourceKey, SourceLook } from '../session-source.ts';
import { createLinesSource } from './lines-source.ts';
import { readDatabase } from './read-database.ts';

export interface TextsSourceOptions {
  key: SourceKey;
  /** The path of the database. */
  path: string;
  /** What the session is like now; undefined if it is gone. */
  look(database: DatabaseSync): SourceLook | undefined;
  /** The lines of the session, in order, without line feeds. */
  lines(database: DatabaseSync): readonly string[];
}

/** A session whose lines are made of values of a database, not of its rows: all of it is read at once. */
export function createTextsSource({ key, path, look, lines }: TextsSourceOptions): SessionSource {
  function lookNow(): SourceLook | undefined {
    try {
      return readDatabase(path, look);
    } catch (error) {
      if (error instanceof ThreadlineError && error.code === 'not-found') return undefined;
      throw error;
    }
  }

  return createLinesSource<string>({
    key,
    look: lookNow,
    places: () => readDatabase(path, lines),
    settled: (places) => places,
    isLater: () => false,
    readLines(places, from, wanted) {
      const read: Uint8Array[] = [];
      let bytes = 0;
      for (let at = from; at < places.length && bytes < wanted; at += 1) {
        const line = Buffer.from(`${places[at] ?? ''}\n`);
        read.push(line);
        bytes += line.length;
      }
      return read;
    },
  });
}

import type { DatabaseSync } from 'node:sqlite';
import type { KnownChanges, KnownStore } from './known-sessions.ts';
import { countKnownRows, hasKnownTables, readKnownPaths, readKnownRow, readKnownRows } from './known-table.ts';

/** A database with the tables of what lists know. Whatever is wrong with it, lists do without: no method throws. */
export interface KnownDatabase {
  /** Undefined for a file that is not there, or not of this version. */
  open(): DatabaseSync | undefined;
  /** Called when the database is closed to readers. */
  write(changes: KnownChanges): void;
}

export function knownStoreIn({ open, write }: KnownDatabase): KnownStore {
  const database = attempt(() => openTables(open));
  return {
    get: (sort, key) => database && attempt(() => readKnownRow(database, sort, key)),
    all: () => (database && attempt(() => readKnownRows(database))) ?? new Map(),
    paths: () => (database && attempt(() => readKnownPaths(database))) ?? [],
    write(changes) {
      attempt(() => database?.close());
      write(changes);
    },
    close: () => attempt(() => database?.isOpen && database.close()),
  };
}

/** True if the database holds something of one of these files. */
export function holdsKnownRows(open: KnownDatabase['open'], paths: readonly string[]): boolean {
  const database = attempt(() => openTables(open));
  const count = (database && attempt(() => countKnownRows(database, paths))) ?? 0;
  attempt(() => database?.close());
  return count > 0;
}

function openTables(open: KnownDatabase['open']): DatabaseSync | undefined {
  const database = open();
  if (database && hasKnownTables(database)) return database;
  database?.close();
  return undefined;
}

/** Nothing that goes wrong with what lists know matters to anybody. */
export function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

import type { DatabaseSync } from 'node:sqlite';
import type { ChangedRow, KnownChanges, KnownRow, KnownSort } from './known-sessions.ts';

const TABLES: Readonly<Record<KnownSort, string>> = { facts: 'known_session', usage: 'known_usage' };

const CREATE = Object.values(TABLES)
  .map(
    (name) => `create table if not exists ${name}(
  path text primary key, stamp text not null, text text not null, sum int not null) strict, without rowid;`,
  )
  .join('\n');

/** Without the tables there are no rows. */
export function hasKnownTables(database: DatabaseSync): boolean {
  const sql = "select count(*) as count from sqlite_schema where type = 'table' and name in (?, ?)";
  return database.prepare(sql).get(TABLES.facts, TABLES.usage)?.count === 2;
}

export function readKnownRow(database: DatabaseSync, sort: KnownSort, path: string): KnownRow | undefined {
  return rowOf(statementOf(database, sort).get(path));
}

/** One statement for thousands of rows. */
const statements = new WeakMap<DatabaseSync, Map<KnownSort, ReturnType<DatabaseSync['prepare']>>>();

function statementOf(database: DatabaseSync, sort: KnownSort) {
  const known = statements.get(database) ?? new Map();
  statements.set(database, known);
  const statement = known.get(sort) ?? database.prepare(`select stamp, text, sum from ${TABLES[sort]} where path = ?`);
  known.set(sort, statement);
  return statement;
}

/** The files of which something is kept. */
export function readKnownPaths(database: DatabaseSync): string[] {
  const paths = new Set<string>();
  for (const name of Object.values(TABLES)) {
    for (const { path } of database.prepare(`select path from ${name}`).iterate()) {
      if (typeof path === 'string') paths.add(path);
    }
  }
  return [...paths];
}

export function readKnownRows(database: DatabaseSync): Map<string, KnownRow> {
  const rows = new Map<string, KnownRow>();
  for (const row of database.prepare(`select path, stamp, text, sum from ${TABLES.facts}`).iterate()) {
    const known = rowOf(row);
    if (known && typeof row.path === 'string') rows.set(row.path, known);
  }
  return rows;
}

function rowOf(row: Record<string, unknown> | undefined): KnownRow | undefined {
  if (typeof row?.stamp !== 'string' || typeof row.text !== 'string' || typeof row.sum !== 'number') return undefined;
  return { stamp: row.stamp, text: row.text, sum: row.sum };
}

/** Call it inside a transaction. `mayKeep` tells whether a row may be kept at all. */
export function writeKnownRows(
  database: DatabaseSync,
  { rows, gone }: KnownChanges,
  mayKeep: (row: ChangedRow) => boolean = () => true,
): void {
  database.exec(CREATE);
  for (const [sort, table] of Object.entries(TABLES)) {
    const insert = database.prepare(`insert or replace into ${table}(path, stamp, text, sum) values (?, ?, ?, ?)`);
    // In the order of the table, each goes to its end.
    const sorted = [...rows].sort((one, other) => (one.file.realPath < other.file.realPath ? -1 : 1));
    for (const changed of sorted) {
      const { row, file } = changed;
      if (changed.sort === sort && mayKeep(changed)) insert.run(file.realPath, row.stamp, row.text, row.sum);
    }
    const remove = database.prepare(`delete from ${table} where path = ?`);
    for (const path of gone) remove.run(path);
  }
}

/** The number of rows about these files. */
export function countKnownRows(database: DatabaseSync, paths: readonly string[]): number {
  if (!hasKnownTables(database)) return 0;
  return paths.filter((path) => readKnownRow(database, 'facts', path) ?? readKnownRow(database, 'usage', path)).length;
}

/** Removes all rows: they come back with the next list, except those of sessions that were to be forgotten. */
export function clearKnownRows(database: DatabaseSync): void {
  for (const name of Object.values(TABLES)) database.exec(`drop table if exists ${name}`);
}

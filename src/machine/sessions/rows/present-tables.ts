import type { DatabaseSync } from 'node:sqlite';
import { perDatabase } from './per-database.ts';
import type { RowTable, SessionTables } from './session-tables.ts';
import { usableOf } from './usable-sql.ts';

/** A table of rows that the database has. */
export interface PresentTable extends RowTable {
  number: number;
  /** The columns that are not omitted, in the order of the schema. */
  columns: string[];
}

export const tablesIn = perDatabase((database, { rows }: SessionTables): readonly PresentTable[] =>
  rows.flatMap((table, number) => {
    const all = columnsOf(database, table.table);
    const wanted = all.filter((name) => table.only?.includes(name) ?? true);
    const columns = wanted.filter((name) => !table.omit?.includes(name));
    return all.includes(table.session) ? [{ ...fitted(database, table), number, columns }] : [];
  }),
);

/** A table with the SQL that its database can answer: other versions lack columns. */
function fitted(database: DatabaseSync, table: RowTable): RowTable {
  const { where, settled, written, order = [], values = {} } = table;
  const names = Object.keys(values);
  const all = [where, settled, written, ...order, ...Object.values(values)];
  const usable = usableOf(database, quoted(table.table), all);
  const keys = usable.slice(3, 3 + order.length).map((sql) => sql ?? 'null');
  const known = usable
    .slice(3 + order.length)
    .flatMap((sql, index) => (sql === undefined ? [] : [[names[index], sql]]));
  return {
    ...table,
    ...{ where: usable[0], settled: usable[1], written: usable[2] },
    order: keys,
    values: Object.fromEntries(known),
  };
}

/** The names of the tables that a database should have and has not, or not with the column of the session's id. */
export function missingIn(database: DatabaseSync, tables: SessionTables): string[] {
  if (!hasTable(database, tables.sessions.table)) return [tables.sessions.table];
  const present = new Set(tablesIn(database, tables).map(({ table }) => table));
  return tables.rows.flatMap(({ table, isNeeded }) => (isNeeded && !present.has(table) ? [table] : []));
}

/** True for a real table. A view may never end, and has no rows to go back to. */
export function hasTable(database: DatabaseSync, table: string): boolean {
  return columnsOf(database, table).length > 0;
}

/** True for a database that its program made no table in yet. */
export function isBlank(database: DatabaseSync): boolean {
  return !database.prepare("select 1 from sqlite_schema where type = 'table' limit 1").get();
}

const columnsOf = perDatabase((database, table: string): string[] => {
  const isTable = database
    .prepare("select 1 from sqlite_schema where type = 'table' and rootpage > 0 and name = ? collate nocase")
    .get(table);
  if (!isTable) return [];
  const columns = database.prepare('select name from pragma_table_info(?) order by cid').all(table);
  return columns.map(({ name }) => String(name));
});

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

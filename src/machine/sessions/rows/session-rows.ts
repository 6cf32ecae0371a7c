import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { rowLine } from './row-line.ts';
import type { RowTable, SessionTables } from './session-tables.ts';

/** The facts of a session from its own row and the number of its rows. */
export interface ListedRows {
  id: string;
  modified: number;
  cwd: string | undefined;
  parent: string | undefined;
  archived: boolean;
  /** A value that the agent changes with any change; undefined if there is none. */
  version: string | undefined;
  /** Bytes as stored. */
  size: number;
  rows: number;
}

/** The place of a session's row: the index of its table, and its number there. */
export interface RowPlace {
  table: number;
  row: bigint;
}

/** The sessions of an open database, or only the named one. Values of other types are read as text. */
export function listRows(database: DatabaseSync, tables: SessionTables, id?: string): ListedRows[] {
  const { sessions } = tables;
  const isThere = columnsOf(database, sessions.table).length > 0;
  if (!isThere) return [];
  const sums = tablesIn(database, tables).map(({ table, session, columns }) => {
    const bytes = columns.map((name) => `coalesce(octet_length(${quoted(name)}), 0)`).join(' + ');
    const from = `from ${quoted(table)} where ${quoted(session)} = session_id`;
    return { size: `(select coalesce(sum(${bytes}), 0) ${from})`, rows: `(select count(*) ${from})` };
  });
  const sum = (texts: readonly string[]) => texts.join(' + ') || '0';
  const statement = database.prepare(
    `select *, ${sum(sums.map(({ size }) => size))} as size, ${sum(sums.map(({ rows }) => rows))} as rows
      from (select ${quoted(sessions.id)} as session_id, ${sessions.modified} as modified, ${sessions.cwd ?? 'null'} as cwd,
        ${sessions.parent ?? 'null'} as parent, ${sessions.archived ?? '0'} as archived, ${sessions.version ?? 'null'} as version
        from ${quoted(sessions.table)}${id === undefined ? '' : ` where ${quoted(sessions.id)} = ?`})`,
  );
  const found = id === undefined ? statement.all() : statement.all(id);
  const text = (value: unknown) => (value === null || value === undefined ? undefined : String(value));
  return found.map((row) => ({
    id: text(row.session_id) ?? '',
    modified: Number(row.modified) || 0,
    cwd: text(row.cwd),
    parent: text(row.parent),
    archived: Number(row.archived) === 1,
    version: text(row.version),
    size: Number(row.size),
    rows: Number(row.rows),
  }));
}

/** The places of a session's rows, in the agent's order. Nothing of another session is read. */
export function placesOf(database: DatabaseSync, tables: SessionTables, id: string): RowPlace[] {
  const present = tablesIn(database, tables);
  if (present.length === 0) return [];
  const width = Math.max(1, ...present.map(({ order = [] }) => order.length));
  const keys = Array.from({ length: width }, (_, index) => `k${index}`);
  const parts = present.map(({ number, table, session, order = [] }) => {
    const sorted = keys.map((key, index) => `${order[index] ?? 'null'} as ${key}`).join(', ');
    return `select ${number} as t, rowid as r, ${sorted} from ${quoted(table)} where ${quoted(session)} = ?1`;
  });
  const statement = database.prepare(
    `select t, r from (${parts.join(' union all ')}) order by ${keys.join(', ')}, t, r`,
  );
  statement.setReadBigInts(true);
  return statement.all(id).map(({ t, r }) => ({ table: Number(t), row: BigInt(r as bigint) }));
}

/** Makes lines of the rows of an open database. */
export function createRowReader(database: DatabaseSync, tables: SessionTables): (place: RowPlace) => string {
  const readers = new Map<number, { table: PresentTable; statement: StatementSync }>();
  for (const table of tablesIn(database, tables)) {
    const columns = table.columns.map(quoted).join(', ');
    const statement = database.prepare(`select ${columns} from ${quoted(table.table)} where rowid = ?`);
    statement.setReadBigInts(true);
    readers.set(table.number, { table, statement });
  }
  return ({ table: number, row }) => {
    const reader = readers.get(number);
    const found = reader?.statement.get(row);
    // It may have been deleted: the version is then another one.
    return reader && found ? rowLine(reader.table.table, reader.table.columns, found) : '';
  };
}

interface PresentTable extends RowTable {
  number: number;
  /** The columns that are not omitted, in the order of the schema. */
  columns: string[];
}

function tablesIn(database: DatabaseSync, { rows }: SessionTables): PresentTable[] {
  return rows.flatMap((table, number) => {
    const all = columnsOf(database, table.table);
    const columns = all.filter((name) => !table.omit?.includes(name));
    return all.includes(table.session) ? [{ ...table, number, columns }] : [];
  });
}

/** The columns of a real table. A view may never end, and has no rows to go back to. */
function columnsOf(database: DatabaseSync, table: string): string[] {
  const isTable = database
    .prepare("select 1 from sqlite_schema where type = 'table' and rootpage > 0 and name = ? collate nocase")
    .get(table);
  if (!isTable) return [];
  const columns = database.prepare('select name from pragma_table_info(?) order by cid').all(table);
  return columns.map(({ name }) => String(name));
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { perDatabase, prepared } from './per-database.ts';
import { hasTable, type PresentTable, quoted, tablesIn } from './present-tables.ts';
import { rowLine } from './row-line.ts';
import type { SessionTables } from './session-tables.ts';
import { preparedIfUsable, usableOf } from './usable-sql.ts';

/** The facts of a session from its own row. */
export interface ListedRows {
  /** Empty where the row names no session: nothing, or bytes that are no text. */
  id: string;
  modified: number;
  cwd: string | undefined;
  parent: string | undefined;
  title: string | undefined;
  archived: boolean;
  /** A value that the agent changes with the session; undefined if there is none. */
  version: string | undefined;
}

/** The place of a session's row: the index of its table, and its number there. */
export interface RowPlace {
  table: number;
  row: bigint;
  /** False while the agent still changes the row. */
  isSettled: boolean;
  /** The last write, in milliseconds since 1970; 0 if the table does not tell. */
  written: number;
}

/** The sessions of an open database, or only the named one. Reads no other table. Values of other types are texts. */
export function listRows(database: DatabaseSync, tables: SessionTables, id?: string): ListedRows[] {
  if (!hasTable(database, tables.sessions.table)) return [];
  const statement = prepared(database, listing(fittedIn(database, tables), id !== undefined));
  // One number too large for JavaScript would take the whole list with it.
  statement.setReadBigInts(true);
  return (id === undefined ? statement.all() : statement.all({ id })).map(listed);
}

/** The tables with what the database can tell of a session. A column that other versions lack tells nothing. */
const fittedIn = perDatabase((database, tables: SessionTables): SessionTables => {
  const { sessions } = tables;
  const all = [sessions.modified, sessions.cwd, sessions.parent, sessions.title, sessions.archived, sessions.version];
  const [modified = '0', cwd, parent, title, archived, version] = usableOf(database, quoted(sessions.table), all);
  return { ...tables, sessions: { ...sessions, modified, cwd, parent, title, archived, version } };
});

/** The statement of a list. */
export function listing({ sessions }: SessionTables, isOne: boolean): string {
  const { table, id, modified, cwd, parent, title, archived, version } = sessions;
  return `select ${quoted(id)} as session_id, ${modified} as modified, ${cwd ?? 'null'} as cwd, ${parent ?? 'null'} as parent,
    ${title ?? 'null'} as title, ${archived ?? '0'} as archived, ${version ?? 'null'} as version
    from ${quoted(table)}${isOne ? ` where ${quoted(id)} = :id` : ''}`;
}

function listed(row: Record<string, SQLOutputValue>): ListedRows {
  return {
    // The text of a blob finds no row.
    id: row.session_id instanceof Uint8Array ? '' : (textOf(row.session_id) ?? ''),
    modified: Number(row.modified) || 0,
    cwd: textOf(row.cwd),
    parent: textOf(row.parent),
    title: textOf(row.title),
    archived: Number(row.archived) === 1,
    version: textOf(row.version),
  };
}

function textOf(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : String(value);
}

/** The stored bytes of a session. Nothing of another session is read. */
export function sizeOfRows(database: DatabaseSync, tables: SessionTables, id: string): number {
  return sizeStatements(database, tables).reduce((size, statement) => size + Number(statement.get({ id })?.size), 0);
}

const sizeStatements = perDatabase((database, tables: SessionTables) =>
  tablesIn(database, tables).map((present) => {
    const bytes = present.columns.map((name) => `coalesce(octet_length(${quoted(name)}), 0)`).join(' + ');
    return database.prepare(`select coalesce(sum(${bytes || '0'}), 0) as size ${fromOf(present)}`);
  }),
);

/** What the agent's own values tell of the version of a session; undefined if they tell nothing. */
export function toldVersion(
  database: DatabaseSync,
  { sessions }: SessionTables,
  { id, version }: ListedRows,
): string | undefined {
  for (const { table, sql } of sessions.changes ?? []) {
    if (!hasTable(database, table)) continue;
    const statement = preparedIfUsable(database, sql);
    if (!statement) continue;
    statement.setReadBigInts(true);
    const told = textOf(Object.values(statement.get({ id }) ?? {})[0]);
    if (told !== undefined) return `${version ?? ''} ${told}`;
  }
  return sessions.changes ? undefined : version;
}

function fromOf({ table, session, where }: PresentTable): string {
  return `from ${quoted(table)} where ${quoted(session)} = :id${where === undefined ? '' : ` and (${where})`}`;
}

/** The places of a session's rows, in the agent's order. Nothing of another session is read. */
export function placesOf(database: DatabaseSync, tables: SessionTables, id: string): RowPlace[] {
  const found = placesStatement(database, tables)?.all({ id }) ?? [];
  return found.map(({ t, r, s, w }) => ({
    table: Number(t),
    row: BigInt(r as bigint),
    isSettled: s !== 0n && s !== null,
    written: Number(w) || 0,
  }));
}

const placesStatement = perDatabase((database, tables: SessionTables): StatementSync | undefined => {
  const present = tablesIn(database, tables);
  if (present.length === 0) return undefined;
  const width = Math.max(1, ...present.map(({ order = [] }) => order.length));
  const keys = Array.from({ length: width }, (_, index) => `k${index}`);
  const parts = present.map((table) => {
    const { number, order = [], settled = '1', written = '0' } = table;
    const sorted = keys.map((key, index) => `${order[index] ?? 'null'} as ${key}`).join(', ');
    return `select ${number} as t, rowid as r, (${settled}) as s, (${written}) as w, ${sorted} ${fromOf(table)}`;
  });
  const statement = database.prepare(
    `select t, r, s, w from (${parts.join(' union all ')}) order by ${keys.join(', ')}, t, r`,
  );
  statement.setReadBigInts(true);
  return statement;
});

/** Makes lines of the rows of an open database. */
export const rowReader = perDatabase((database, tables: SessionTables): ((place: RowPlace) => string) => {
  const readers = new Map<number, { table: PresentTable; statement: StatementSync }>();
  for (const table of tablesIn(database, tables)) {
    const { values = {} } = table;
    const columns = table.columns.map((name) => {
      const sql = Object.hasOwn(values, name) ? values[name] : undefined;
      return sql === undefined ? quoted(name) : `(${sql}) as ${quoted(name)}`;
    });
    const statement = database.prepare(`select ${columns.join(', ')} from ${quoted(table.table)} where rowid = ?`);
    statement.setReadBigInts(true);
    readers.set(table.number, { table, statement });
  }
  return ({ table: number, row }) => {
    const reader = readers.get(number);
    const found = reader?.statement.get(row);
    // It may have been deleted: the version is then another one.
    return reader && found ? rowLine(reader.table.table, reader.table.columns, found, reader.table.beside) : '';
  };
});

/** The number of the newest row of each table. It costs one look at the end of each. */
export function newestRows(database: DatabaseSync, tables: SessionTables): ReadonlyMap<number, bigint> {
  const newest = new Map<number, bigint>();
  for (const { number, table } of tablesIn(database, tables)) {
    const statement = database.prepare(`select max(rowid) as newest from ${quoted(table)}`);
    statement.setReadBigInts(true);
    newest.set(number, BigInt((statement.get()?.newest as bigint | null) ?? 0n));
  }
  return newest;
}

import type { WireName } from '../../../core/wires/wire.ts';

/** The tables of an agent that keeps sessions in one SQLite database. All SQL is the store's, never the database's. */
export interface SessionTables {
  /** The path of the database below a home, with `/` as separator. */
  database: string;
  /** The wire that reads the rows, as `rowLine` writes them. */
  wire: WireName;
  /** The table with one row per session. Lists read nothing else, however large the database is. */
  sessions: {
    table: string;
    /** The column that holds the session's id. */
    id: string;
    /** SQL: the last write, in milliseconds since 1970. */
    modified: string;
    /** SQL: the working folder. */
    cwd?: string | undefined;
    /** SQL: the thread whose agent started it. */
    parent?: string | undefined;
    /** SQL: the title of the session. Rows need not hold it: it often changes. */
    title?: string | undefined;
    /** SQL: 1 for a session that the person archived. */
    archived?: string | undefined;
    /** SQL: a value that changes with the session. Without it and `changes`, each look reads all rows: exact but slow. */
    version?: string | undefined;
    /**
     * SQL with the session's id as `:id`, each of a table that may be missing: a value that, with `version`, changes with
     * every change of the session. The first that tells one decides. Each is asked of one session, never for a list.
     */
    changes?: readonly { table: string; sql: string }[] | undefined;
  };
  /** The tables whose rows make up a session. A table that the database lacks is skipped; one may be named twice. */
  rows: readonly RowTable[];
}

/** One table of a database that holds sessions. */
export interface RowTable {
  table: string;
  /** The column that holds the session's id. */
  session: string;
  /** Without this table no session is whole, so a database that lacks it, or the column, is told. Default: it may be missing. */
  isNeeded?: true | undefined;
  /** SQL: the rows to take. Default: all. */
  where?: string | undefined;
  /** SQL: sort keys for the rows of all tables, in the agent's order. Equal rows sort by table, then by age. */
  order?: readonly string[] | undefined;
  /** The columns to take, where later versions may add some that often change. Default: all. */
  only?: readonly string[] | undefined;
  /** Columns to omit: counters that change with every row would make every growth a rewriting. */
  omit?: readonly string[] | undefined;
  /** SQL in place of a column's value: the part of it that does not change. */
  values?: Readonly<Record<string, string>> | undefined;
  /**
   * SQL: false while the agent still changes the row. Whoever follows the session gets the rows before the first such
   * one, so that it grows at its end alone. Others read all rows. Default: true.
   */
  settled?: string | undefined;
  /** SQL: the last write of the row, in milliseconds since 1970, for tables whose rows change. */
  written?: string | undefined;
  /** Fields of the line beside `table` and `row`: what the place of the database tells. */
  beside?: Readonly<Record<string, string>> | undefined;
}

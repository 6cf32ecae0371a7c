import type { WireName } from '../../../core/wires/wire.ts';

/** The tables of an agent that keeps sessions in one SQLite database. All SQL is the store's, never the database's. */
export interface SessionTables {
  /** The path of the database below a home, with `/` as separator. */
  database: string;
  /** The wire that reads the rows, as `rowLine` writes them. */
  wire: WireName;
  /** The table with one row per session. */
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
    /** SQL: 1 for a session that the person archived. */
    archived?: string | undefined;
    /** SQL: a value that changes with the session. Without it, each look reads all rows: exact but slow. */
    version?: string | undefined;
  };
  /** The tables whose rows make up a session. A table that the database lacks is skipped. */
  rows: readonly RowTable[];
}

/** One table of a database that holds sessions. */
export interface RowTable {
  table: string;
  /** The column that holds the session's id. */
  session: string;
  /** SQL: sort keys for the rows of all tables, in the agent's order. Equal rows sort by table, then by age. */
  order?: readonly string[] | undefined;
  /** Columns to omit: counters that change with every row would make every growth a rewriting. */
  omit?: readonly string[] | undefined;
}

import type { WireName } from '../../../core/wires/wire.ts';

/** How an agent keeps its sessions in one SQLite database. All texts of SQL are the store's own, never the database's. */
export interface SessionTables {
  /** Where the database is below a home, with `/` between its parts. */
  database: string;
  /** The dialect that reads the rows, as `rowLine` writes them. */
  wire: WireName;
  /** The table that has one row for each session. */
  sessions: {
    table: string;
    /** The column that holds the session's id. */
    id: string;
    /** SQL: when it was last written to, in milliseconds since 1970. */
    modified: string;
    /** SQL: the working folder. */
    cwd?: string | undefined;
    /** SQL: the thread whose agent started it. */
    parent?: string | undefined;
    /** SQL: 1 for one that the person put away. */
    archived?: string | undefined;
    /** SQL: a value that changes whenever the session does. Without it each look reads all rows: exact and slow. */
    version?: string | undefined;
  };
  /** The tables whose rows make up a session. One that a database does not have is passed over. */
  rows: readonly RowTable[];
}

export interface RowTable {
  table: string;
  /** The column that holds the session's id. */
  session: string;
  /** SQL: what rows of all tables are sorted by, as the agent does; where it is the same, by table and by age. */
  order?: readonly string[] | undefined;
  /** Columns that are left out: counters that change with every row would make every growth a rewriting. */
  omit?: readonly string[] | undefined;
}

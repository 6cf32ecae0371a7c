import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';

export type SqliteRow = Record<string, SQLOutputValue>;
export type Value = SQLInputValue | undefined | boolean;

/** Statements of a connection, each prepared once. Absent values are null, true and false are 1 and 0. */
export interface Statements {
  /** Returns the id of the inserted row. */
  run(sql: string, ...values: Value[]): number;
  /** The same for a row that may exist already: true if it was inserted. */
  tryRun(sql: string, ...values: Value[]): boolean;
  get(sql: string, ...values: Value[]): SqliteRow | undefined;
  all(sql: string, ...values: Value[]): SqliteRow[];
  /** The same rows as lists of values, in a third of the time: for statements that read thousands, used nowhere else. */
  lists(sql: string, ...values: Value[]): SQLOutputValue[][];
}

export function createStatements(database: DatabaseSync): Statements {
  const known = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const statement = known.get(sql) ?? database.prepare(sql);
    known.set(sql, statement);
    return statement;
  };
  return {
    run: (sql, ...values) => Number(prepare(sql).run(...values.map(bound)).lastInsertRowid),
    tryRun: (sql, ...values) => Number(prepare(sql).run(...values.map(bound)).changes) > 0,
    get: (sql, ...values) => prepare(sql).get(...values.map(bound)),
    all: (sql, ...values) => prepare(sql).all(...values.map(bound)),
    lists(sql, ...values) {
      const statement = prepare(sql);
      statement.setReturnArrays(true);
      // The types of Node know rows as objects alone.
      return statement.all(...values.map(bound)) as unknown as SQLOutputValue[][];
    },
  };
}

function bound(value: Value): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value ?? null;
}

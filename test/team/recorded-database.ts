import type { Queries, ServerDatabase } from '../../src/fleet/postgres/connect.ts';

/** A database that tells what it was asked and how much it answered: statements without their values, with the number of rows. */
export interface RecordedDatabase extends ServerDatabase {
  statements: string[];
}

export function recordDatabase(database: ServerDatabase): RecordedDatabase {
  const statements: string[] = [];
  const told =
    <Result>(ask: (sql: string, values?: readonly unknown[]) => Promise<Result>) =>
    async (sql: string, values?: readonly unknown[]) => {
      const place = statements.push(sql) - 1;
      const answer = await ask(sql, values);
      statements[place] =
        `${sql} → ${Array.isArray(answer) ? answer.length : typeof answer === 'number' ? answer : answer === undefined ? 0 : 1}`;
      return answer;
    };
  return {
    ...database,
    statements,
    transaction: (options, run) => {
      statements.push(`begin ${options.role}${options.readOnly ? ' read only' : ''}`);
      return database.transaction(options, (queries: Queries) =>
        run({ ...queries, all: told(queries.all), get: told(queries.get), run: told(queries.run) }),
      );
    },
  };
}

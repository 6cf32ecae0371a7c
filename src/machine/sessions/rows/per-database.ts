import type { DatabaseSync } from 'node:sqlite';

/** Makes something of an open database once for each key, such as a statement for thousands of sessions. */
export function perDatabase<Key, Value>(
  make: (database: DatabaseSync, key: Key) => Value,
): (database: DatabaseSync, key: Key) => Value {
  const made = new WeakMap<DatabaseSync, Map<Key, Value>>();
  return (database, key) => {
    const known = made.get(database) ?? new Map<Key, Value>();
    made.set(database, known);
    const value = known.get(key) ?? make(database, key);
    known.set(key, value);
    return value;
  };
}

export const prepared = perDatabase((database, sql: string) => database.prepare(sql));

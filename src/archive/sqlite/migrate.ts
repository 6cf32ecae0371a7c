import type { DatabaseSync } from 'node:sqlite';
import { SCHEMA_VERSION } from './schema.ts';
import { transaction } from './sqlite.ts';

/** What makes a file of version n one of version n + 1, by n. Versions are never taken out: old files are the only copies. */
const steps: ReadonlyMap<number, string> = new Map();

/** Brings an archive of an earlier version to this one, in one transaction. */
export function migrate(database: DatabaseSync, from: number): void {
  transaction(database, () => {
    for (let version = from; version < SCHEMA_VERSION; version += 1) {
      const step = steps.get(version);
      if (step === undefined) throw new Error(`an archive of version ${version} cannot be read`);
      database.exec(step);
    }
    database.exec(`pragma user_version = ${SCHEMA_VERSION}`);
  });
}

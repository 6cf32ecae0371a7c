import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { machineLimits } from '../../limits/machine.ts';
import { ARCHIVE_NAME, dataFolder } from '../../machine/sessions/data-folder.ts';
import { attempt, holdsKnownRows, knownStoreIn } from '../../machine/sessions/known/database-store.ts';
import { removeKnownFile } from '../../machine/sessions/known/known-file.ts';
import type { ChangedRow, KnownChanges, KnownStore } from '../../machine/sessions/known/known-sessions.ts';
import { writeKnownRows } from '../../machine/sessions/known/known-table.ts';
import { nodeSqlite } from '../../machine/sessions/rows/node-sqlite.ts';
import { factsOf } from '../../machine/sessions/session-info.ts';
import { isForgotten } from './forgotten.ts';
import { pragma } from './open-database.ts';
import { isExcluded } from './rules.ts';
import { APPLICATION_ID, PRAGMAS, SCHEMA_VERSION } from './schema.ts';
import { transaction } from './sqlite.ts';
import { createStatements, type Statements } from './statements.ts';

/**
 * What lists know of sessions, in tables of the archive that is there. It is not made, upgraded, waited for or replaced:
 * where it is busy, broken or of another version, lists do without.
 */
export function openKnownInArchive(folder = dataFolder()): KnownStore {
  const path = join(folder, ARCHIVE_NAME);
  return knownStoreIn({
    open: () => connect(path, true),
    write(changes) {
      attempt(() => write(path, changes));
      // What was kept before there was an archive.
      attempt(() => removeKnownFile());
    },
  });
}

/** True if the archive holds something that lists learnt of one of these files. */
export function isKnownInArchive(paths: readonly string[], folder = dataFolder()): boolean {
  return holdsKnownRows(() => connect(join(folder, ARCHIVE_NAME), true), paths);
}

/** Undefined for a file that is no archive of this version. */
function connect(path: string, readOnly: boolean): DatabaseSync | undefined {
  const sqlite = nodeSqlite();
  if (!sqlite) return undefined;
  // An archive that has just gone is not made anew.
  const existing = pathToFileURL(path);
  existing.searchParams.set('mode', readOnly ? 'ro' : 'rw');
  const database = new sqlite.DatabaseSync(existing, { readOnly, timeout: machineLimits.knownBusyMs });
  try {
    const isCurrent =
      pragma(database, 'application_id') === APPLICATION_ID && pragma(database, 'user_version') === SCHEMA_VERSION;
    if (isCurrent) return database;
  } catch {
    // It cannot be read.
  }
  database.close();
  return undefined;
}

function write(path: string, changes: KnownChanges): void {
  const database = connect(path, false);
  if (!database) return;
  try {
    database.exec(PRAGMAS);
    database.exec(`pragma busy_timeout = ${machineLimits.knownBusyMs}`);
    const statements = createStatements(database);
    transaction(database, () => writeKnownRows(database, changes, keepRule(statements)));
  } finally {
    database.close();
  }
}

/** Not what was forgotten, nor what is left out. Without facts nobody knows. */
function keepRule(statements: Statements): (row: ChangedRow) => boolean {
  const rules = statements.get('select exists(select 1 from forgotten) or exists(select 1 from excluded) as some');
  if (rules?.some === 0) return () => true;
  return ({ file, facts }) => {
    if (!facts.head) return false;
    const { agent = '', id, home, project, parentThread, origin } = factsOf(file, { ...facts.head, problems: [] });
    if (isExcluded(statements, project)) return false;
    return !isForgotten(statements, { key: { agent, threadId: id, home }, parentThread, origin });
  };
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { makePrivateFolder, writePrivateFile } from '../../machine/sessions/data-folder.ts';
import { clearKnownRows } from '../../machine/sessions/known/known-table.ts';
import { storedKey, storedSession } from '../model/stored-row.ts';
import { isForgotten } from './forgotten.ts';
import { keptFolder, removeKept } from './kept-sessions.ts';
import { removeSession } from './remove-session.ts';
import { readSetting, writeSetting } from './settings.ts';
import { transaction } from './sqlite.ts';
import type { Statements } from './statements.ts';

/** The person's decisions, kept beside the archive: a rebuilt one must not take in what was to be forgotten. */
interface Decisions {
  keepDeleted?: string | undefined;
  excluded: string[];
  /** In hexadecimal. */
  forgotten: string[];
}

const NAME = 'decisions.json';

/** Call it inside the transaction that decides. */
export function keepDecisions(database: DatabaseSync, statements: Statements): void {
  const folder = keptFolder(database);
  makePrivateFolder(folder);
  const decisions: Decisions = {
    keepDeleted: readSetting(statements, 'keep-deleted'),
    excluded: statements.all('select project from excluded').map(({ project }) => String(project)),
    forgotten: statements.all('select hex(key) as key from forgotten').map(({ key }) => String(key).toLowerCase()),
  };
  writePrivateFile(join(folder, NAME), (file) => writeFileSync(file, `${JSON.stringify(decisions)}\n`));
}

/** Forgets again what an archive from a backup brought back. */
export function applyDecisions(database: DatabaseSync, statements: Statements): void {
  const { forgotten } = readDecisions(join(keptFolder(database), NAME));
  const isKnown = (key: string) => statements.get('select 1 from forgotten where key = ?', Buffer.from(key, 'hex'));
  const missing = forgotten.filter((key) => !isKnown(key));
  if (missing.length === 0) return;
  transaction(database, () => {
    clearKnownRows(database);
    for (const key of missing)
      statements.run('insert or ignore into forgotten(key) values (?)', Buffer.from(key, 'hex'));
    for (const row of statements.all('select * from session')) {
      if (!isForgotten(statements, storedSession(row))) continue;
      removeKept(database, storedKey(row));
      removeSession(statements, Number(row.id));
      statements.run("update source set state = 'forgotten', problem = null where id = ?", row.source_id);
    }
  });
}

/** For a new archive. Call it inside a transaction. */
export function restoreDecisions(database: DatabaseSync, statements: Statements): void {
  const { keepDeleted, excluded, forgotten } = readDecisions(join(keptFolder(database), NAME));
  if (keepDeleted !== undefined) writeSetting(statements, 'keep-deleted', keepDeleted);
  for (const project of excluded) statements.run('insert or ignore into excluded(project) values (?)', project);
  for (const key of forgotten) {
    statements.run('insert or ignore into forgotten(key) values (?)', Buffer.from(key, 'hex'));
  }
}

/** Empty if there are none, or they cannot be read. */
function readDecisions(path: string): Decisions {
  const none: Decisions = { excluded: [], forgotten: [] };
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof read !== 'object' || read === null) return none;
    return {
      keepDeleted: 'keepDeleted' in read && typeof read.keepDeleted === 'string' ? read.keepDeleted : undefined,
      excluded: 'excluded' in read ? textsIn(read.excluded) : [],
      forgotten: 'forgotten' in read ? textsIn(read.forgotten) : [],
    };
  } catch {
    return none;
  }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

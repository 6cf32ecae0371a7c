import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { makePrivateFolder, writePrivateFile } from '../model/data-folder.ts';
import { keptFolder } from './kept-sessions.ts';
import { readSetting, writeSetting } from './settings.ts';
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

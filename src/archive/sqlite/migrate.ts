import type { DatabaseSync } from 'node:sqlite';
import { REDACTED_TABLES, SCHEMA_VERSION, TEXT_TABLES } from './schema.ts';
import { readFirstBlocks, writeBlockCopies } from './session-copy.ts';
import { transaction } from './sqlite.ts';
import { createStatements } from './statements.ts';

/** The steps from an earlier version to this one. Steps are never removed: old files are the only copies. */
const steps: ReadonlyMap<number, (database: DatabaseSync) => void> = new Map([
  [1, packFacts],
  [2, addRedaction],
]);

/** Migrates an archive to this version. The transaction reads the version: another process may have been faster. */
export function migrate(database: DatabaseSync): void {
  transaction(database, () => {
    const found = Number(database.prepare('pragma user_version').get()?.user_version);
    if (found === SCHEMA_VERSION) return;
    const step = steps.get(found);
    if (!step) throw new Error(`an archive of version ${found} cannot be read`);
    step(database);
    database.exec(`pragma user_version = ${SCHEMA_VERSION}`);
  });
}

/** From 2: room for redacted texts. No session is told to others before an index run has looked at it. */
function addRedaction(database: DatabaseSync): void {
  addSessionColumns(database);
  for (const table of ['chunk', 'block', 'vocabulary']) {
    database.exec(`alter table ${table} add column secret int not null default 0`);
  }
  database.exec(REDACTED_TABLES);
  // Its words are also those of secrets.
  database.exec('delete from vocabulary');
}

function addSessionColumns(database: DatabaseSync): void {
  for (const name of ['redaction', 'redacted_prompt']) database.exec(`alter table session add column ${name} text`);
  database.exec('create index session_redaction on session(redaction)');
  database.exec('alter table touched add column redacted text');
}

/** From 1: other ids, and fewer columns. Packs all texts and writes all words again. */
function packFacts(database: DatabaseSync): void {
  addSessionColumns(database);
  for (const name of ['block_chunk', 'block_odd', 'block_error', 'chunk_session']) database.exec(`drop index ${name}`);
  // The vocabulary counts chunks, which have other ids now. Without it, all texts are scanned until it is rebuilt.
  for (const name of ['word_list', 'word', 'command', 'vocabulary']) database.exec(`drop table ${name}`);
  for (const name of ['block', 'chunk']) database.exec(`alter table ${name} rename to first_${name}`);
  database.exec(TEXT_TABLES);
  const statements = createStatements(database);
  const old = { block: 'first_block', chunk: 'first_chunk' };
  for (const { id } of statements.all('select id from session')) {
    writeBlockCopies(statements, Number(id), readFirstBlocks(statements, Number(id), old));
  }
  for (const name of ['block', 'chunk']) database.exec(`drop table first_${name}`);
}

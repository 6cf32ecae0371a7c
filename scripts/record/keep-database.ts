import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Keeps a database as one small file, with every text changed. What an agent wrote last stands in a log beside the database, whose
 * parts carry sums: bytes of it cannot be replaced, so values are.
 */
export function keepDatabase(from: string, to: string, change: (text: string) => string): void {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-database-'));
  const copy = join(folder, basename(from));
  try {
    for (const end of ['', '-wal', '-shm']) cpSync(`${from}${end}`, `${copy}${end}`, { force: true, recursive: true });
  } catch {
    // A database that was closed has no log.
  }
  mkdirSync(dirname(to), { recursive: true });
  rmSync(to, { force: true });
  const database = new DatabaseSync(copy);
  try {
    for (const { name } of tables(database)) changeTexts(database, String(name), change);
    // Nothing of what was changed stays in pages that are free.
    database.prepare('VACUUM INTO ?').run(to);
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function tables(database: DatabaseSync) {
  const wanted = `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_%'`;
  return database.prepare(wanted).all();
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function changeTexts(database: DatabaseSync, table: string, change: (text: string) => string): void {
  const columns = database
    .prepare(`PRAGMA table_info(${quoted(table)})`)
    .all()
    .map(({ name }) => String(name));
  for (const column of columns) {
    const update = database.prepare(`UPDATE ${quoted(table)} SET ${quoted(column)} = ? WHERE ${quoted(column)} = ?`);
    const values = database.prepare(`SELECT DISTINCT ${quoted(column)} AS value FROM ${quoted(table)}`).all();
    for (const { value } of values) {
      if (typeof value !== 'string') continue;
      const after = change(value);
      if (after !== value) update.run(after, value);
    }
  }
}

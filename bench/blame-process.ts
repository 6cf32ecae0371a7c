// One measurement of the index of lines, in a process of its own. Arguments: which, the package's folder, a home, a folder
// to work in. Prints its figures as JSON: CPU times in milliseconds.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

const [which = '', dist = '', home = '', folder = ''] = process.argv.slice(2);

/** A first index by one thread, without the words or without the lines. */
async function firstIndex(edits: boolean, words: boolean): Promise<number> {
  const { prepare } = DatabaseSync.prototype;
  if (!words) {
    DatabaseSync.prototype.prepare = function (sql, ...more) {
      return prepare.call(this, sql.startsWith('insert into word(') ? 'select ?, ?' : sql, ...more);
    };
  }
  rmSync(folder, { recursive: true, force: true });
  const { openArchive } = await import(pathToFileURL(join(dist, 'fleet/index.js')).href);
  const archive = await openArchive({ folder, homes: [home], sameThread: true, edits });
  const before = process.cpuUsage();
  await archive.refresh();
  const { user, system } = process.cpuUsage(before);
  await archive.close();
  return (user + system) / 1000;
}

/** The size of the index by the pages that it takes. The texts of edits are counted apart. */
function sizes(): { rows: number; indexBytes: number; textBytes: number } {
  const database = new DatabaseSync(join(folder, 'archive.db'), { readOnly: true });
  const bytes = (condition: string) =>
    Number(database.prepare(`select coalesce(sum(pgsize), 0) as bytes from dbstat where ${condition}`).get()?.bytes);
  const rows = Number(database.prepare('select count(*) as count from line').get()?.count);
  const index = `name = 'line' or name like '%edit\\_%' escape '\\' or name like 'made\\_commit%' escape '\\'`;
  const textBytes = bytes("name like 'edit\\_text%' escape '\\'");
  const indexBytes = bytes(index) - textBytes;
  database.close();
  return { rows, indexBytes, textBytes };
}

const jobs: Record<string, () => Promise<object>> = {
  neither: async () => ({ withoutWords: await firstIndex(false, false) }),
  words: async () => ({ words: await firstIndex(false, true) }),
  lines: async () => ({ lines: await firstIndex(true, true), ...sizes() }),
};
process.stdout.write(JSON.stringify(await jobs[which]?.()));

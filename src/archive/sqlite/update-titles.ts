import type { SessionFile } from '../../machine/sessions/store.ts';
import { nextRevision } from './revision.ts';
import type { Statements } from './statements.ts';

/** Writes titles that an agent keeps apart from the files, which do not change. Call it inside a transaction. */
export function updateTitles(
  statements: Statements,
  files: readonly SessionFile[],
  titlesOf: (file: SessionFile) => ReadonlyMap<string, string> | undefined,
): void {
  const homes = new Map(files.map((file) => [`${file.agent?.name} ${file.home}`, file]));
  for (const file of homes.values()) {
    const titles = file.agent?.store.tailTitle ? undefined : titlesOf(file);
    if (!titles || titles.size === 0) continue;
    const sql = 'select id, thread_id, title from session where agent = ? and home = ?';
    for (const { id, thread_id: thread, title } of statements.all(sql, file.agent?.name, file.home)) {
      const now = titles.get(String(thread));
      if (now === undefined || now === title) continue;
      statements.run('update session set title = ?, revision = ? where id = ?', now, nextRevision(statements), id);
    }
  }
}

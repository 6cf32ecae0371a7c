import type { SessionFile } from '../../machine/sessions/store.ts';
import { nextRevision } from './revision.ts';
import type { Statements } from './statements.ts';

/** Writes titles that an agent keeps apart from the files, which do not change. Call it inside a transaction. */
export function updateTitles(
  statements: Statements,
  files: readonly SessionFile[],
  titlesOf: (file: SessionFile) => ReadonlyMap<string, string> | undefined,
): void {
  for (const file of oneOfEachHome(files)) {
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

/** Files of a home follow each other: a key for each of them would take longer than looking at them. */
function oneOfEachHome(files: readonly SessionFile[]): Iterable<SessionFile> {
  const homes = new Map<string, SessionFile>();
  let before: SessionFile | undefined;
  for (const file of files) {
    if (file.agent !== before?.agent || file.home !== before?.home) homes.set(`${file.agent?.name} ${file.home}`, file);
    before = file;
  }
  return homes.values();
}

import type { GoneFilter } from '../model/archive.ts';
import { isFileGone } from '../model/gone-file.ts';
import type { SessionRow } from '../model/session-row.ts';
import { sessionById } from './read-sessions.ts';
import type { Statements } from './statements.ts';

/** One light query for all rows, then whole rows of those that are gone: mostly there are few. */
export function goneSessions(statements: Statements, { found, homes, agents }: GoneFilter): SessionRow[] {
  const rows = statements.all(
    `select session.id, session.agent, session.home, source.path, source.state = 'gone' as gone
      from session join source on source.id = session.source_id
      order by coalesce(ended_ms, 0) desc, session.id desc`,
  );
  const gone: SessionRow[] = [];
  for (const row of rows) {
    const [path, home] = [String(row.path), String(row.home)];
    const isAsked = (homes?.has(home) ?? true) && (agents?.has(String(row.agent)) ?? true);
    if (!isAsked || (row.gone !== 1 && (found.has(path) || !isFileGone(path, home)))) continue;
    const session = sessionById(statements, 'owner', Number(row.id));
    if (session) gone.push(session);
  }
  return gone;
}

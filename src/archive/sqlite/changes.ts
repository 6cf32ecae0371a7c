import { setTimeout as wait } from 'node:timers/promises';
import type { StoreChange } from '../thread-store.ts';
import { keyOf, readCursor } from './read-sessions.ts';
import type { Statements } from './statements.ts';

const LOOK_MS = 250;

/** What changes, as any process writes it. SQLite says whether anything was written at all: a look costs nothing else. */
export async function* changes(
  statements: Statements,
  since: string | 'now',
  signal: AbortSignal,
): AsyncGenerator<StoreChange> {
  let revision = since === 'now' ? lastRevision(statements) : (readCursor(since, 1)[0] ?? 0);
  let version: unknown;
  while (!signal.aborted) {
    const current = statements.get('pragma data_version')?.data_version;
    if (current !== version) {
      version = current;
      const rows = statements.all(
        `select session.agent, session.home, session.thread_id, revision, source.state = 'gone' as gone from session
          join source on source.id = session.source_id where revision > ? order by revision`,
        revision,
      );
      for (const row of rows) {
        if (signal.aborted) return;
        revision = Number(row.revision);
        yield { kind: row.gone === 1 ? 'gone' : 'changed', session: keyOf(row), cursor: String(revision) };
      }
    }
    await wait(LOOK_MS, undefined, { signal, ref: true }).catch(() => {});
  }
}

function lastRevision(statements: Statements): number {
  return Number(statements.get('select coalesce(max(revision), 0) as last from session')?.last);
}

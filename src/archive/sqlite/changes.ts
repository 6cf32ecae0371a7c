import { setTimeout as wait } from 'node:timers/promises';
import { readCursor } from '../model/paging.ts';
import { storedKey } from '../model/stored-row.ts';
import type { StoreChange } from '../model/thread-store.ts';
import { lastRevision } from './revision.ts';
import type { Statements } from './statements.ts';

const LOOK_MS = 250;

/** Yields changes by any process. Each look asks for the statements: all of a replaced archive counts as changed. */
export function changes(
  current: () => Statements,
  since: string | 'now',
  signal: AbortSignal,
): AsyncGenerator<StoreChange> {
  return changesFrom(current, since === 'now' ? lastRevision(current()) : (readCursor(since, 1)[0] ?? 0), signal);
}

async function* changesFrom(current: () => Statements, from: number, signal: AbortSignal): AsyncGenerator<StoreChange> {
  let revision = from;
  let seen: Statements | undefined;
  let version: string | undefined;
  while (!signal.aborted) {
    const statements = current();
    if (seen && seen !== statements) revision = 0;
    seen = statements;
    const now = writeVersion(statements);
    if (now !== version) {
      version = now;
      const rows = statements.all(
        `select session.agent, session.home, session.thread_id, revision, source.state = 'gone' as gone from session
          join source on source.id = session.source_id where revision > ? order by revision`,
        revision,
      );
      for (const row of rows) {
        if (signal.aborted) return;
        revision = Number(row.revision);
        yield { kind: row.gone === 1 ? 'gone' : 'changed', session: storedKey(row), cursor: String(revision) };
      }
    }
    await wait(LOOK_MS, undefined, { signal, ref: true }).catch(() => {});
  }
}

/** A value that differs after every write, of this connection or any other. */
export function writeVersion(statements: Statements): string {
  const others = statements.get('pragma data_version')?.data_version;
  return `${others} ${statements.get('select total_changes() as own')?.own}`;
}

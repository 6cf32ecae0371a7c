import type { SessionRow, ThreadStore } from '../../../archive/index.ts';
import { infoOfRow } from '../../../archive/model/session-row.ts';
import { storedSessions } from '../../../archive/model/stored-sessions.ts';
import { ThreadlineError } from '../../../errors.ts';
import type { Source } from '../../../machine/sessions/index.ts';
import { readOutcomes } from '../../../machine/sessions/read-outcomes.ts';
import { findArchived } from '../archive/find-archived.ts';
import type { ChosenSession, SessionChoice } from '../export/choose-sessions.ts';
import { createSessionFilter } from '../sessions/filter.ts';

/** Opens a session of a store: `last`, an id or the beginning of one. */
export async function findRemoteSource(store: ThreadStore, wanted: string): Promise<Source> {
  return sourceOf(store, await findRow(store, wanted));
}

/** The sessions to export: those that are named, or all that match. */
export async function chooseRemote(store: ThreadStore, { wanted, filter }: SessionChoice): Promise<ChosenSession[]> {
  const rows: SessionRow[] = [];
  for (const name of wanted) rows.push(await findRow(store, name));
  if (filter) {
    const isWanted = createSessionFilter(filter);
    for await (const row of storedSessions(store, { since: filter.since }))
      if (isWanted(infoOfRow(row))) rows.push(row);
  }
  return rows.map((row) => ({ source: sourceOf(store, row), depth: 0 }));
}

/** A source whose lines are read as the store keeps them. */
function sourceOf(store: ThreadStore, row: SessionRow): Source {
  return {
    name: row.machine === undefined ? row.path : `${row.machine}:${row.path}`,
    isLive: false,
    isElsewhere: true,
    info: infoOfRow(row),
    read: (reader, { onHead } = {}) => readOutcomes(store.openRaw(row.key), reader, { onHead }),
  };
}

async function findRow(store: ThreadStore, wanted: string): Promise<SessionRow> {
  if (wanted === 'last') {
    const { rows } = await store.listSessions({}, { limit: 1 });
    if (rows[0]) return rows[0];
  }
  const row = await store.getSession(await findArchived(store, wanted));
  if (row) return row;
  throw new ThreadlineError('not-found', 'the session is not there any more');
}

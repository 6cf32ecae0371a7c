import type { SessionRow, ThreadStore } from '../../../archive/index.ts';
import { infoOfRow } from '../../../archive/model/session-row.ts';
import { storedSessions } from '../../../archive/model/stored-sessions.ts';
import { storedRows } from '../../../archive/model/stored-usage.ts';
import { ThreadlineError } from '../../../errors.ts';
import type { Source } from '../../../machine/sessions/index.ts';
import type { SubAgentFamily } from '../../../machine/sessions/load-sub-agents.ts';
import { readOutcomes } from '../../../machine/sessions/read-outcomes.ts';
import type { StartedAgents } from '../../../machine/sessions/started-agents.ts';
import type { AgentStore } from '../../../machine/sessions/store.ts';
import type { UsageRow } from '../../../machine/usage/usage-row.ts';
import { findArchived } from '../archive/find-archived.ts';
import type { ChosenSession, SessionChoice } from '../export/choose-sessions.ts';
import { createSessionFilter } from '../sessions/filter.ts';
import { remoteFamily } from './remote-family.ts';
import { openRemoteFile, remoteFile } from './remote-file.ts';

/** A session of a store, with what a machine has beside its file. */
export interface RemoteSource extends Source {
  /** The path on its machine. */
  path: string;
  /** Its requests. */
  requests(): Promise<UsageRow[]>;
  /** The threads of agents that it started. */
  family(started: StartedAgents): SubAgentFamily;
}

/** Opens a session of a store: `last`, an id or the beginning of one. */
export async function findRemoteSource(
  store: ThreadStore,
  wanted: string,
  agents?: readonly AgentStore[],
): Promise<RemoteSource> {
  const row = await findRow(store, wanted);
  const file = remoteFile(store, row, agents);
  const session = await openRemoteFile(store, row, file, agents);
  return {
    ...sourceOf(store, row),
    path: file.path,
    info: session.info,
    read: (reader, options = {}) => session.eventBatches({ reader, ...options }),
    async requests() {
      const rows: UsageRow[] = [];
      for await (const one of storedRows(store, { session: row.key })) rows.push(one);
      return rows;
    },
    family: (started) => remoteFamily(store, row, file, started, agents),
  };
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

import type { SessionRow, ThreadStore } from '../../../archive/index.ts';
import { storedSessions } from '../../../archive/model/stored-sessions.ts';
import { ThreadlineError } from '../../../errors.ts';
import type { SubAgentFamily } from '../../../machine/sessions/load-sub-agents.ts';
import type { StartedAgents } from '../../../machine/sessions/started-agents.ts';
import { type AgentStore, normaliseId, type SessionFile } from '../../../machine/sessions/store.ts';
import { openRemoteFile, remoteFile } from './remote-file.ts';

/** The threads of sub-agents in a store: a row names the thread as its parent, or a call named it. Each comes once. */
export function remoteFamily(
  store: ThreadStore,
  root: SessionRow,
  file: SessionFile,
  started: StartedAgents,
  agents?: readonly AgentStore[],
): SubAgentFamily {
  const { agent } = root.key;
  const rows = new Map<SessionFile, SessionRow>();
  const seen = new Set([root.key.threadId]);

  async function* children(id: string): AsyncGenerator<SessionRow> {
    for await (const row of storedSessions(store, { agent, parentThread: id })) yield row;
    for (const threadId of started.threads()) {
      const row = seen.has(threadId) ? undefined : await store.getSession({ agent, threadId });
      if (row) yield row;
    }
  }

  return {
    finder: {
      root: file,
      async childrenOf(_, id) {
        const found: { file: SessionFile; at: number }[] = [];
        for await (const row of children(id)) {
          if (seen.has(row.key.threadId) || normaliseId(row.key.threadId) === normaliseId(id)) continue;
          seen.add(row.key.threadId);
          const child = remoteFile(store, row, agents);
          rows.set(child, row);
          found.push({ file: child, at: row.startedAt ?? 0 });
        }
        // The oldest first, as on a machine.
        return found.sort((one, other) => one.at - other.at).map((one) => one.file);
      },
      noteOf: () => ({}),
    },
    async open(child) {
      const row = rows.get(child);
      if (!row) throw new ThreadlineError('not-found', 'the agent is not there any more');
      return openRemoteFile(store, row, child, agents);
    },
  };
}

import type { SessionRow, ThreadStore } from '../../../archive/index.ts';
import { sourceFile } from '../../../fleet/jobs/source-file.ts';
import { openSessionFile, type Session } from '../../../machine/sessions/open-session.ts';
import type { AgentStore, SessionFile } from '../../../machine/sessions/store.ts';

/** A session is read several times: its head, its end, all of it. What is not longer than this is fetched once. */
const HELD_BYTES = 64 * 1024 * 1024;

/** A session of a store, as a file of this machine would be. Its path is looked up nowhere. */
export function remoteFile(store: ThreadStore, row: SessionRow, agents?: readonly AgentStore[]): SessionFile {
  const { key, path, size, endedAt = 0 } = row;
  const sent = { id: `${key.agent} ${key.threadId}`, agent: key.agent, home: key.home, path, size, arrivedAt: endedAt };
  return { ...sourceFile(sent, heldBytes(store, row), agents), archived: row.archived, cwd: row.project };
}

/** Opens a session of a store with the threads that it goes on from. */
export async function openRemoteFile(
  store: ThreadStore,
  row: SessionRow,
  file: SessionFile,
  agents?: readonly AgentStore[],
): Promise<Session> {
  const { agent, threadId } = row.key;
  const session = await openSessionFile(file, {
    agents,
    titles: new Map(row.title === undefined ? [] : [[file.threadId ?? threadId, row.title]]),
    async files(id) {
      const parent = await store.getSession({ agent, threadId: id });
      return parent ? [remoteFile(store, parent, agents)] : [];
    },
  });
  // Two machines may use one id: the store tells their sessions apart.
  Object.assign(session.info, { id: threadId, machine: row.machine, title: row.title ?? session.info.title });
  return session;
}

function heldBytes(store: ThreadStore, { key }: SessionRow): () => AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] | undefined;
  return async function* open() {
    if (held) return yield* held;
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of store.openRaw(key)) {
      bytes += chunk.length;
      if (bytes <= HELD_BYTES) chunks.push(chunk);
      yield chunk;
    }
    if (bytes <= HELD_BYTES) held = chunks;
  };
}

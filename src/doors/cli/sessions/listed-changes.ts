import type { ChangeSum } from '../../../machine/provenance/change-sum.ts';
import type { KeptSum } from '../../../machine/provenance/edit-index.ts';
import type { SessionFile, SessionInfo } from '../../../machine/sessions/index.ts';
import { sessionKey } from './session-usages.ts';

/** How much a session of a list changed; undefined where nobody counted it as it is now. */
export type ListedChanges = (info: SessionInfo) => ChangeSum | undefined;

type Counted = Pick<SessionInfo, 'agent' | 'id' | 'path' | 'size' | 'parentId' | 'gone'>;

/**
 * Takes what the archive has counted. Nothing is replayed for a list: a session that was written to since is not told of, nor one
 * whose sub-agents were.
 */
export function createListedChanges(
  sums: ReadonlyMap<string, KeptSum>,
  listed: readonly SessionInfo[],
  unread: readonly SessionFile[] = [],
): ListedChanges {
  if (sums.size === 0) return () => undefined;
  const startedBy = new Map<string, Counted[]>();
  for (const info of [...listed, ...unread.map((file) => namedSession(file, sums))]) {
    if (info.parentId === undefined) continue;
    const parent = sessionKey({ agent: info.agent, id: info.parentId });
    const others = startedBy.get(parent);
    if (others) others.push(info);
    else startedBy.set(parent, [info]);
  }
  const isSame = (info: Counted) => {
    const kept = sums.get(sessionKey(info));
    if (!kept || info.gone) return kept !== undefined;
    return kept.file?.path === info.path && kept.file.size === info.size;
  };
  return (info) => {
    const key = sessionKey(info);
    const kept = sums.get(key);
    if (!kept || ![info, ...(startedBy.get(key) ?? [])].every(isSame)) return undefined;
    const { added, removed, files } = kept;
    return { added, removed, files };
  };
}

/** A session of which only the file is known. Which thread started it is told by its path, else by the archive. */
function namedSession(
  { agent, threadId, path, size, parentId }: SessionFile,
  sums: ReadonlyMap<string, KeptSum>,
): Counted {
  const named = { agent: agent?.name, id: threadId ?? '', path, size };
  return { ...named, parentId: parentId ?? sums.get(sessionKey(named))?.parentId };
}

import { randomUUID } from 'node:crypto';
import type { SessionRow } from '../../archive/model/session-row.ts';
import { compareBytes } from './compare-bytes.ts';
import { findApart, findOwner, idApart, type KeptSource, type OwnerSource, type SourceReader } from './kept-source.ts';
import { isAnothers, isElsewhere, MINE, type Verdict, whoseSession } from './whose-session.ts';

/** Where the session of a source is kept. */
export interface Place {
  key: SessionRow['key'];
  verdict: Verdict;
  /** The source that the session of this key belongs to now. */
  owner: OwnerSource | undefined;
  /** The source that has the thread's own id, if this one tells the thread in another way. */
  beside?: OwnerSource | undefined;
}

/**
 * Decides where a source's session is kept. Two machines that tell one id in different ways both stay, and so do two people's
 * sources of one id: the first has the id, the other one the id and its machine's name.
 */
export async function placeOf(
  reader: SourceReader,
  source: KeptSource,
  key: SessionRow['key'],
  main: OwnerSource | undefined,
): Promise<Place> {
  const judge = (owner: OwnerSource) => whoseSession(source, owner, () => compareBytes(source, owner));
  if (!main || main.id === source.id) return { key, verdict: MINE, owner: main };
  const verdict = await judge(main);
  const maySplit = isElsewhere(source, main) || isAnothers(source, main);
  if (!verdict.isConflict || !maySplit) return { key, verdict, owner: main };
  const apart = await findApart(reader, main);
  const own = apart.find(({ owner }) => owner.id === source.id);
  if (own) return { key: { ...key, threadId: own.threadId }, verdict: MINE, owner: own.owner, beside: main };
  for (const { owner, threadId } of apart) {
    const judged = await judge(owner);
    if (!judged.isConflict) return { key: { ...key, threadId }, verdict: judged, owner, beside: main };
  }
  const name = idApart(key.threadId, source.machineName);
  // Somebody may have sent sessions of the names that can be guessed, so that this one would have none.
  for (const threadId of [name, `${name}.${source.id}`, `${name}.${randomUUID()}`]) {
    const owner = await findOwner(reader, { agent: key.agent, threadId });
    const judged = owner && owner.id !== source.id ? await judge(owner) : MINE;
    if (!judged.isConflict) return { key: { ...key, threadId }, verdict: judged, owner, beside: main };
  }
  return { key, verdict, owner: main };
}

import type { SessionRow, ThreadStore } from '../../../archive/index.ts';
import { storedSessions } from '../../../archive/model/stored-sessions.ts';
import { ThreadlineError } from '../../../errors.ts';

/** Fewer characters of an id match too many sessions. */
const LEAST_PREFIX = 6;

/** Finds the session that a person named: by its whole id or the beginning of it, also as `agent:ID`. */
export async function findArchived(store: ThreadStore, text: string): Promise<SessionRow['key']> {
  const [, agent, id = text] = /^(\w+):(.+)$/s.exec(text) ?? [];
  const wanted = id.toLowerCase();
  const fitting: SessionRow['key'][] = [];
  for await (const { key } of storedSessions(store, { agent, subagents: true })) {
    const known = key.threadId.toLowerCase();
    if (known === wanted) return key;
    if (wanted.length >= LEAST_PREFIX && known.startsWith(wanted)) fitting.push(key);
  }
  const [only, other] = fitting;
  if (!only) throw new ThreadlineError('not-found', `no session in the archive has the id ${text.slice(0, 100)}`);
  if (other) throw new ThreadlineError('not-found', `several sessions in the archive begin with ${text.slice(0, 100)}`);
  return only;
}

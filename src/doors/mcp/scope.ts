import type { SessionKey, SessionRow, ThreadStore } from '../../archive/index.ts';
import { storedSessions } from '../../archive/model/stored-sessions.ts';
import { isBelow } from '../../core/tools/path-below.ts';

/** Which sessions an agent may ask about. */
export interface Scope {
  /** The folders; undefined for all. */
  readonly projects: readonly string[] | undefined;
  /** The session of that id, or whose id begins so; undefined for one that is not of the scope: as if there were none. */
  find(id: string): Promise<SessionRow | undefined>;
  /** Sessions of the scope that stand in other folders, because agents of it started them there; the newest of them. */
  strays(): Promise<SessionKey[]>;
  /** The sessions of the scope, the newest first. */
  sessions(filter: ScopeFilter): AsyncGenerator<SessionRow>;
}

export interface ScopeFilter {
  agent?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
  subagents?: boolean | undefined;
}

/** Fewer characters of an id fit too many sessions. */
const LEAST_PREFIX = 6;
/** A search names each of them. */
const MOST_STRAYS = 200;
/** Agents that start agents that start agents: no deeper than this. */
const MOST_PARENTS = 8;

/** `own`: the session that asks, which is never part of it. */
export function createScope(
  store: ThreadStore,
  projects: readonly string[] | undefined,
  own: readonly SessionKey[],
): Scope {
  const isOwn = ({ agent, threadId }: SessionKey) =>
    own.some((key) => key.agent === agent && key.threadId === threadId);

  const folders = projects?.map(isBelow);
  const isInside = ({ project }: SessionRow) =>
    folders === undefined || folders.some((isInFolder) => isInFolder(project));

  /** In the folders, or started by an agent whose session is. */
  async function holds(row: SessionRow, depth = 0): Promise<boolean> {
    const { key, parentThread } = row;
    if (isOwn(key) || depth > MOST_PARENTS) return false;
    if (isInside(row) || parentThread === undefined) return isInside(row);
    const parent = await store.getSession({ agent: key.agent, threadId: parentThread });
    return parent !== undefined && holds(parent, depth + 1);
  }

  async function* sessions(filter: ScopeFilter): AsyncGenerator<SessionRow> {
    for await (const row of storedSessions(store, filter)) if (await holds(row)) yield row;
  }

  async function find(id: string): Promise<SessionRow | undefined> {
    const wanted = id.trim().toLowerCase();
    let fitting: SessionRow | undefined;
    for await (const row of sessions({ subagents: true })) {
      const known = row.key.threadId.toLowerCase();
      if (known === wanted) return row;
      if (wanted.length >= LEAST_PREFIX && known.startsWith(wanted)) fitting ??= row;
    }
    return fitting;
  }

  async function strays(): Promise<SessionKey[]> {
    const keys: SessionKey[] = [];
    if (projects === undefined) return keys;
    for await (const row of sessions({ subagents: true })) {
      if (!isInside(row)) keys.push(row.key);
      if (keys.length === MOST_STRAYS) break;
    }
    return keys;
  }

  return { projects, find, strays, sessions };
}

import type { SessionKey, SessionRow, ThreadStore } from '../../archive/index.ts';
import { storedSessions } from '../../archive/model/stored-sessions.ts';
import { isBelow } from '../../core/tools/path-below.ts';

/** The sessions that an agent may ask about. */
export interface Scope {
  /** The folders; undefined for all. */
  readonly projects: readonly string[] | undefined;
  /** The session whose id is or begins with this; undefined outside the scope, as if there were none. */
  find(id: string): Promise<SessionRow | undefined>;
  /** The newest sessions of the scope in other folders, where agents of the scope started them. */
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

/** Fewer characters of an id match too many sessions. */
const LEAST_PREFIX = 6;
/** A search names each of them. */
const MOST_STRAYS = 200;
/** The most levels of agents that start agents. */
const MOST_PARENTS = 8;

/** `own`: the calling session, which is never in the scope. */
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

  /** True for a session in the folders, or started by an agent whose session is. */
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

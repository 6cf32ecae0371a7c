import type { SessionKey, SessionRow, ThreadStore } from '../../archive/index.ts';
import { storedSessions } from '../../archive/model/stored-sessions.ts';
import type { Redactor } from '../../core/redact/index.ts';
import { isBelow } from '../../core/tools/path-below.ts';
import { realFolder } from './real-folder.ts';

/** The sessions that an agent may ask about. Rows are redacted. */
export interface Scope {
  /** The session whose id is or begins with this; undefined outside the scope, as if there were none. */
  find(id: string): Promise<SessionRow | undefined>;
  /** True for a session of the scope. */
  holds(key: SessionKey): Promise<boolean>;
  /** Where to search. */
  searched(): Promise<SearchedScope>;
  /** The sessions of the scope, the newest first. */
  sessions(filter: ScopeFilter): AsyncGenerator<SessionRow>;
}

export interface SearchedScope {
  /** The folders of sessions in the scope, as sessions name them; undefined for all. */
  folders: readonly string[] | undefined;
  /** The newest sessions of the scope in other folders, where agents of the scope started them. */
  strays: readonly SessionKey[];
}

export interface ScopeFilter {
  agent?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
  subagents?: boolean | undefined;
}

export interface ScopeOptions {
  /** Tells which sessions there are. Nothing of it reaches the agent. */
  store: ThreadStore;
  redacted: ThreadStore;
  /** The folders of the scope; undefined for all. */
  projects: readonly string[] | undefined;
  /** The calling session, which is never in the scope. */
  own: readonly SessionKey[];
  redactor: Redactor;
}

/** Fewer characters of an id match too many sessions. */
const LEAST_PREFIX = 6;
/** A search names each of them. */
const MOST_STRAYS = 200;
/** The most levels of agents that start agents. */
const MOST_PARENTS = 8;

export function createScope({ store, redacted, projects, own, redactor }: ScopeOptions): Scope {
  const isOwn = ({ agent, threadId }: SessionKey) =>
    own.some((key) => key.agent === agent && key.threadId === threadId);
  const isInside = folderTest(projects);

  /** True for a session in the folders, or started by an agent whose session is. */
  async function holds(row: SessionRow, depth = 0): Promise<boolean> {
    const { key, parentThread, project } = row;
    if (isOwn(key) || depth > MOST_PARENTS) return false;
    if (isInside(project) || parentThread === undefined) return isInside(project);
    const parent = await store.getSession({ agent: key.agent, threadId: parentThread });
    return parent !== undefined && holds(parent, depth + 1);
  }

  async function* held(filter: ScopeFilter): AsyncGenerator<SessionRow> {
    for await (const row of storedSessions(store, filter)) if (await holds(row)) yield row;
  }

  async function* sessions(filter: ScopeFilter): AsyncGenerator<SessionRow> {
    for await (const { key } of held(filter)) {
      const row = await redacted.getSession(key);
      if (row) yield row;
    }
  }

  async function find(id: string): Promise<SessionRow | undefined> {
    const wanted = id.trim().toLowerCase();
    let fitting: SessionKey | undefined;
    for await (const { key } of held({ subagents: true })) {
      // As it is shown: what is not shown cannot be guessed letter by letter.
      const known = redactor.text(key.threadId).toLowerCase();
      if (known === wanted) return redacted.getSession(key);
      if (wanted.length >= LEAST_PREFIX && known.startsWith(wanted)) fitting ??= key;
    }
    return fitting && redacted.getSession(fitting);
  }

  async function searched(): Promise<SearchedScope> {
    if (projects === undefined) return { folders: undefined, strays: [] };
    const folders = new Set<string>();
    const strays: SessionKey[] = [];
    for await (const { key, project } of held({ subagents: true })) {
      if (project !== undefined && isInside(project)) folders.add(project);
      else if (strays.length < MOST_STRAYS) strays.push(key);
    }
    return { folders: [...folders], strays };
  }

  async function holdsKey(key: SessionKey): Promise<boolean> {
    const row = await store.getSession(key);
    return row !== undefined && holds(row);
  }

  return { find, holds: holdsKey, searched, sessions };
}

/** Compares the folders that paths lead to, each looked up once. */
function folderTest(projects: readonly string[] | undefined): (project: string | undefined) => boolean {
  if (projects === undefined) return () => true;
  const tests = projects.map((folder) => isBelow(realFolder(folder)));
  const known = new Map<string, boolean>();
  return (project) => {
    if (project === undefined || project === '') return false;
    const isInside = known.get(project) ?? tests.some((isInFolder) => isInFolder(realFolder(project)));
    known.set(project, isInside);
    return isInside;
  };
}

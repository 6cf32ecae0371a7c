import type { SessionInfo } from '../../sessions/index.ts';

/** A session and its place in the list. */
export interface ListedSession {
  info: SessionInfo;
  /** Its place among those that are listed without `--all`, from 1; absent for the others. */
  number?: number;
  /** An agent's session that stands under its parent's. */
  isChild: boolean;
}

/** Not the person's own: an agent started it. */
function isAgents(info: SessionInfo): boolean {
  return info.parentId !== undefined || info.source === 'subagent';
}

/** Puts those that agents started under the session that they belong to, or leaves them and archived ones out. */
export function arrangeSessions(found: readonly SessionInfo[], all: boolean): ListedSession[] {
  const children = new Map<string, SessionInfo[]>();
  const ids = new Set(found.map(({ id }) => id));
  const roots: SessionInfo[] = [];
  for (const info of found) {
    const parent = info.parentId;
    if (parent === undefined || parent === info.id || !ids.has(parent)) roots.push(info);
    else children.set(parent, [...(children.get(parent) ?? []), info]);
  }
  const listed: ListedSession[] = [];
  let number = 0;
  for (const info of roots) {
    if (!info.archived && !isAgents(info)) listed.push({ info, number: ++number, isChild: false });
    else if (all) listed.push({ info, isChild: false });
    if (all) for (const child of descendants(info.id, children)) listed.push({ info: child, isChild: true });
  }
  return listed;
}

/** Takes each list away as it goes, so that sessions which name each other as parents end. */
function* descendants(id: string, children: Map<string, SessionInfo[]>): Generator<SessionInfo> {
  const own = children.get(id) ?? [];
  children.delete(id);
  for (const info of own) {
    yield info;
    yield* descendants(info.id, children);
  }
}

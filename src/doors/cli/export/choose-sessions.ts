import {
  arrangeSessions,
  type ListedSession,
  listSessions,
  openSource,
  type Source,
} from '../../../machine/sessions/index.ts';
import type { HomesContext } from '../agents.ts';
import { findSourceOrGone } from '../archived-source.ts';
import { createSessionFilter, type SessionFilter } from '../sessions/filter.ts';

export interface SessionChoice extends HomesContext {
  /** The sessions that a person named. */
  wanted: readonly string[];
  /** The filter if none is named. */
  filter?: SessionFilter | undefined;
}

/** A session to export, with its depth below the session whose agent started it. */
export interface ChosenSession {
  source: Source;
  depth: number;
}

/** Opens what was named or filtered. Adds sessions that their agents started if there is a place for more files. */
export async function chooseSessions(choice: SessionChoice, isFolder: boolean): Promise<ChosenSession[]> {
  const { agents, homes, wanted, filter } = choice;
  const options = { agents, homes };
  const named: Source[] = [];
  for (const name of wanted) named.push(await findSourceOrGone(name, options));
  const isSingle = wanted.length === 1 && !isFolder;
  if (isSingle) return named.map((source) => ({ source, depth: 0 }));
  const listed = arrangeSessions(await listSessions(options));
  const isWanted = filter && createSessionFilter(filter);
  const roots = isWanted
    ? listed.filter(({ info, isExtra }) => !isExtra && isWanted(info)).map(({ info }) => info.path)
    : named.map(({ name, info }) => info?.path ?? name);
  const chosen = new Map<string, ChosenSession>();
  for (const path of roots) {
    const given = named.find(({ name, info }) => (info?.path ?? name) === path);
    if (given) chosen.set(path, { source: given, depth: 0 });
    for (const { info, depth } of familyOf(path, listed)) {
      if (chosen.has(info.path)) continue;
      chosen.set(info.path, { source: await openSource({ kind: 'session', info }, options), depth });
    }
  }
  return [...chosen.values()];
}

/** A session of the list and those under it, each with its depth below the first. */
function familyOf(path: string, listed: readonly ListedSession[]): ListedSession[] {
  const start = listed.findIndex(({ info }) => info.path === path);
  const root = listed[start];
  if (!root) return [];
  let end = start + 1;
  while ((listed[end]?.depth ?? 0) > root.depth) end += 1;
  return listed.slice(start, end).map((session) => ({ ...session, depth: session.depth - root.depth }));
}

import type { ApiCount, ApiSessions, ApiStatus, SessionHead } from './api-types.ts';
import type { SessionEntry } from './session-index.ts';

/** Which sessions are asked for, and how. Of several values of one name one must fit; an empty list stands for all. */
export interface ListQuery {
  agents: readonly string[];
  projects: readonly string[];
  models: readonly string[];
  statuses: readonly ApiStatus[];
  /** Milliseconds since 1970. */
  since?: number | undefined;
  errors?: boolean;
  problems?: boolean;
  /** Part of the title or of the first prompt, in any case. */
  text?: string | undefined;
  sort: SortKey;
}

export const sortKeys = ['last', 'started', 'tokens', 'cost', 'turns', 'time'] as const;
export type SortKey = (typeof sortKeys)[number];

/** What a query finds, in order, and what the menus of its filters count: what all other filters leave. */
export interface FoundSessions {
  found: SessionEntry[];
  facets: ApiSessions['facets'];
}

/** Looks at every session once: a machine has ten thousands, and all tabs ask. */
export function findSessions(entries: Iterable<SessionEntry>, query: ListQuery): FoundSessions {
  const { agents, projects, models } = query;
  const found: SessionEntry[] = [];
  const byAgent = createCounts(({ agent }) => agent);
  const byProject = createCounts(({ project, projectName }) => projectName ?? project ?? '');
  const byModel = createCounts(({ model }) => model ?? '');
  const fits = createFilter(query);
  for (const entry of entries) {
    const { head } = entry;
    if (!fits(head)) continue;
    const isAgent = isAmong(head.agent, agents);
    const isProject = isAmong(head.project, projects);
    const isModel = isAmong(head.model, models);
    if (isProject && isModel) byAgent.add(head.agent, head);
    if (isAgent && isModel) byProject.add(head.project, head);
    if (isAgent && isProject) byModel.add(head.model, head);
    if (isAgent && isProject && isModel) found.push(entry);
  }
  const value = SORT_VALUES[query.sort];
  // Equal ones by their key: a page must not begin in another order than the one before ended.
  found.sort((a, b) => value(b.head) - value(a.head) || (a.key < b.key ? -1 : 1));
  return { found, facets: { agents: byAgent.counts(), projects: byProject.counts(), models: byModel.counts() } };
}

/** All but the filters that have menus. */
function createFilter({ statuses, since, errors, problems, text }: ListQuery): (head: SessionHead) => boolean {
  const wanted = text?.toLowerCase();
  return (head) => {
    if (!isAmong(head.status, statuses)) return false;
    if (since !== undefined && head.lastAt < since) return false;
    if (errors && head.errors === 0) return false;
    if (problems && head.problems === 0) return false;
    return !wanted || `${head.title}\n${head.firstPrompt ?? ''}`.toLowerCase().includes(wanted);
  };
}

function isAmong(value: string | undefined, wanted: readonly string[]): boolean {
  return wanted.length === 0 || (value !== undefined && wanted.includes(value));
}

const SORT_VALUES: Readonly<Record<SortKey, (head: SessionHead) => number>> = {
  last: ({ lastAt }) => lastAt,
  started: ({ startedAt = 0 }) => startedAt,
  tokens: ({ usage }) => usage?.total ?? 0,
  cost: ({ usage }) => usage?.costUsd ?? 0,
  turns: ({ turns }) => turns,
  time: ({ ms = 0 }) => ms,
};

/** Names that menus list at most. */
const MAX_COUNTS = 200;

function createCounts(title: (head: SessionHead) => string) {
  const byKey = new Map<string, ApiCount>();
  return {
    add(key: string | undefined, head: SessionHead): void {
      if (key === undefined) return;
      const known = byKey.get(key);
      if (known) known.count += 1;
      else byKey.set(key, { key, name: title(head), count: 1 });
    },
    counts: () => [...byKey.values()].sort((a, b) => b.count - a.count).slice(0, MAX_COUNTS),
  };
}

import type { ApiCount, ApiSessions, SessionHead } from './api-types.ts';
import { createWorkCounts, keptOutBy } from './by-work.ts';
import { compareListed, createPlainFilter, hasTag, isAmong, type ListQuery } from './list-filter.ts';
import type { SessionEntry } from './session-index.ts';

/** The sessions of a query, in order, and the counts for its menus: each over what all other filters leave. */
export interface FoundSessions {
  found: SessionEntry[];
  facets: ApiSessions['facets'];
}

/** Examines every session once: a machine has tens of thousands, and all tabs ask. */
export function findSessions(entries: Iterable<SessionEntry>, query: ListQuery): FoundSessions {
  const { agents, projects, models, tags, work = {} } = query;
  const found: SessionEntry[] = [];
  const byAgent = createCounts(({ agent }) => agent);
  const byProject = createCounts(({ project, projectName }) => projectName ?? project ?? '');
  const byModel = createCounts(({ model }) => model ?? '');
  const byTag = createCounts(() => '');
  const byWork = createWorkCounts(work);
  const fits = createPlainFilter(query);
  for (const entry of entries) {
    const { head } = entry;
    if (!fits(head)) continue;
    const isAgent = isAmong(head.agent, agents);
    const isProject = isAmong(head.project, projects);
    const isModel = isAmong(head.model, models);
    const isTagged = hasTag(head, tags);
    if (isAgent && isProject && isModel && isTagged) byWork.add(head);
    if (keptOutBy(head, work).length > 0) continue;
    if (isProject && isModel && isTagged) byAgent.add(head.agent, head);
    if (isAgent && isModel && isTagged) byProject.add(head.project, head);
    if (isAgent && isProject && isTagged) byModel.add(head.model, head);
    if (isAgent && isProject && isModel) for (const tag of head.tags ?? []) byTag.add(tag, head);
    if (isAgent && isProject && isModel && isTagged) found.push(entry);
  }
  const compare = compareListed(query.sort);
  found.sort((one, other) => compare(one.head, other.head));
  const facets = {
    agents: byAgent.counts(),
    projects: byProject.counts(),
    models: byModel.counts(),
    tags: byTag.counts(),
    ...byWork.facets(MAX_COUNTS),
  };
  return { found, facets };
}

/** The most names in a menu. */
const MAX_COUNTS = 200;

function createCounts(title: (head: SessionHead) => string) {
  const byKey = new Map<string, ApiCount>();
  return {
    add(key: string | undefined, head: SessionHead): void {
      if (key === undefined) return;
      const known = byKey.get(key);
      if (known) known.count += 1;
      else byKey.set(key, { key, name: title(head) || key, count: 1 });
    },
    counts: () => [...byKey.values()].sort((a, b) => b.count - a.count).slice(0, MAX_COUNTS),
  };
}

import type { ApiCount, ApiWorkFacets, SessionHead } from './api-types.ts';

/** The words of an address that say whose work is wanted. This file uses no Node: the page filters news by it. */
export const workWords = ['person', 'team', 'repository', 'machine'] as const;
/** One of `workWords`. */
export type WorkWord = (typeof workWords)[number];
/** Any of these of each; an empty list stands for all. */
export type ByWork = Readonly<Record<WorkWord, readonly string[]>>;

interface WorkOf extends Partial<Pick<SessionHead, 'person' | 'teams' | 'repository'>> {
  machine?: string | undefined;
  project?: string | undefined;
}

/** The names that a session has of each. One in no repository goes by its folder, as in `usage --by repository`. */
const namesOf: Readonly<Record<WorkWord, (head: WorkOf) => readonly string[]>> = {
  person: ({ person }) => (person === undefined ? [] : [person]),
  team: ({ teams = [] }) => teams,
  repository: ({ repository, project }) => [repository ?? project ?? ''],
  machine: ({ machine }) => (machine === undefined ? [] : [machine]),
};
const FACETS = { person: 'people', team: 'teams', repository: 'repositories', machine: 'machines' } as const;

/** The words that keep a session out: none if it is wanted. */
export function keptOutBy(head: WorkOf, wanted: Partial<ByWork>): WorkWord[] {
  return workWords.filter((word) => {
    const names = wanted[word] ?? [];
    return names.length > 0 && !namesOf[word](head).some((name) => names.includes(name));
  });
}

/** Counts sessions, or hits of them, for the menus: each over what all other filters leave. */
export function createWorkCounts(wanted: Partial<ByWork>) {
  const counts = new Map(workWords.map((word) => [word, new Map<string, number>()]));
  let isTold = false;
  return {
    add(head: WorkOf): void {
      isTold ||= head.machine !== undefined;
      const out = keptOutBy(head, wanted);
      for (const word of workWords)
        if (out.every((one) => one === word))
          for (const name of namesOf[word](head)) {
            const known = counts.get(word);
            known?.set(name, (known.get(name) ?? 0) + 1);
          }
    },
    /** Nothing where no machine is told: then all is of one. */
    facets(most: number): ApiWorkFacets {
      if (!isTold) return {};
      const sorted = (word: WorkWord): ApiCount[] =>
        Array.from(counts.get(word) ?? [], ([key, count]) => ({ key, name: key, count }))
          .sort((one, other) => other.count - one.count || (one.key < other.key ? -1 : 1))
          .slice(0, most);
      return Object.fromEntries(workWords.map((word) => [FACETS[word], sorted(word)]));
    },
  };
}

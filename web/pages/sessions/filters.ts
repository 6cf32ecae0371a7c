import type { ByWork, WorkWord } from '../../../src/doors/server/by-work.ts';
import { type ListQuery, listStatuses, sinceTime } from '../../../src/doors/server/list-filter.ts';
import type { Query } from '../../api/client.ts';
import { readersZone } from '../../format/times.ts';

/** The filters of the list. The URL is the only place that keeps them. */
export interface Filters {
  /** Any of these; empty for all. */
  agents: readonly string[];
  projects: readonly string[];
  models: readonly string[];
  statuses: readonly string[];
  since: string;
  errors: boolean;
  problems: boolean;
  starred: boolean;
  tags: readonly string[];
  /** Whose work, of a server's sessions. */
  work: ByWork;
  /** Shows sessions of which only prompts are left, too. The list itself is the same. */
  ghosts: boolean;
  tree: boolean;
  group: 'day' | 'none';
  sort: 'last' | 'turns' | 'time' | 'tokens' | 'cost';
  q: string;
}

const sorts = ['last', 'turns', 'time', 'tokens', 'cost'] as const;

export function readFilters(search: URLSearchParams): Filters {
  return {
    agents: search.getAll('agent').filter(Boolean),
    projects: search.getAll('project').filter(Boolean),
    models: search.getAll('model').filter(Boolean),
    statuses: search.getAll('status').filter(Boolean),
    since: search.get('since') ?? '',
    errors: search.get('errors') === '1',
    problems: search.get('problems') === '1',
    starred: search.get('starred') === '1',
    tags: search.getAll('tag').filter(Boolean),
    work: readByWork(search),
    ghosts: search.get('ghosts') === '1',
    tree: search.get('tree') !== '0',
    group: search.get('group') === 'none' ? 'none' : 'day',
    sort: sorts.find((sort) => sort === search.get('sort')) ?? 'last',
    q: search.get('q') ?? '',
  };
}

/** Any number of each word. */
function readByWork(search: URLSearchParams): ByWork {
  const all = (word: WorkWord) => search.getAll(word).filter(Boolean);
  return { person: all('person'), team: all('team'), repository: all('repository'), machine: all('machine') };
}

/** The query for the server: sorting and filters run in its index, not in the page. */
export function filterQuery(filters: Filters): Query {
  return {
    agent: filters.agents,
    project: filters.projects,
    model: filters.models,
    status: filters.statuses,
    since: filters.since,
    errors: filters.errors ? '1' : '',
    problems: filters.problems ? '1' : '',
    starred: filters.starred ? '1' : '',
    tag: filters.tags,
    ...filters.work,
    tree: filters.tree ? '1' : '0',
    group: filters.group,
    sort: filters.sort,
    q: filters.q,
    zone: readersZone(),
  };
}

/** The same, for comparison with sessions from the stream. */
export function listQuery(filters: Filters, now: number): ListQuery {
  const { agents, projects, models, since, errors, problems, starred, tags, work, sort, q } = filters;
  return {
    agents,
    projects,
    models,
    statuses: listStatuses.filter((status) => filters.statuses.includes(status)),
    since: since === '' ? undefined : sinceTime(since, now),
    errors,
    problems,
    starred,
    tags,
    work,
    text: q,
    sort,
  };
}

export const sinceChoices: readonly { value: string; name: string }[] = [
  { value: '', name: 'Any time' },
  { value: '1d', name: 'Last 24 hours' },
  { value: '7d', name: 'Last 7 days' },
  { value: '30d', name: 'Last 30 days' },
  { value: '90d', name: 'Last 90 days' },
];

export const sortChoices: readonly { value: string; name: string }[] = [
  { value: '', name: 'newest' },
  { value: 'turns', name: 'turns' },
  { value: 'time', name: 'time' },
  { value: 'tokens', name: 'tokens' },
  { value: 'cost', name: 'cost' },
];

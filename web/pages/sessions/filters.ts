import { readersZone } from '../../format/times.ts';

/** The filters of the list, as they stand in the URL: it is the only place where they are kept. */
export interface Filters {
  agent: string;
  project: string;
  model: string;
  status: string;
  since: string;
  errors: boolean;
  problems: boolean;
  tree: boolean;
  group: 'day' | 'none';
  sort: 'last' | 'turns' | 'time' | 'tokens' | 'cost';
  q: string;
}

const sorts = ['last', 'turns', 'time', 'tokens', 'cost'] as const;

export function readFilters(search: URLSearchParams): Filters {
  return {
    agent: search.get('agent') ?? '',
    project: search.get('project') ?? '',
    model: search.get('model') ?? '',
    status: search.get('status') ?? '',
    since: search.get('since') ?? '',
    errors: search.get('errors') === '1',
    problems: search.get('problems') === '1',
    tree: search.get('tree') !== '0',
    group: search.get('group') === 'none' ? 'none' : 'day',
    sort: sorts.find((sort) => sort === search.get('sort')) ?? 'last',
    q: search.get('q') ?? '',
  };
}

/** What is asked of the server: sorting and filters run in its index, not in the page. */
export function filterQuery(filters: Filters): Record<string, string | undefined> {
  return {
    agent: filters.agent,
    project: filters.project,
    model: filters.model,
    status: filters.status,
    since: filters.since,
    errors: filters.errors ? '1' : '',
    problems: filters.problems ? '1' : '',
    tree: filters.tree ? '1' : '0',
    group: filters.group,
    sort: filters.sort,
    q: filters.q,
    zone: readersZone(),
  };
}

export const sinceChoices: readonly { value: string; name: string }[] = [
  { value: '', name: 'Any time' },
  { value: '1d', name: 'Last 24 hours' },
  { value: '7d', name: 'Last 7 days' },
  { value: '30d', name: 'Last 30 days' },
  { value: '90d', name: 'Last 90 days' },
];

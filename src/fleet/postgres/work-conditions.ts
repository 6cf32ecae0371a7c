import type { WorkFilter } from '../../archive/model/thread-store.ts';
import { ThreadlineError } from '../../errors.ts';
import type { Conditions } from './conditions.ts';
import type { Queries } from './connect.ts';

type Place = Pick<Conditions, 'value' | 'add'>;

function isByWork({ person, team, repository }: WorkFilter): boolean {
  return person !== undefined || team !== undefined || repository !== undefined;
}

/** Throws where the tables do not tell whose work it is: a filter that is not understood might show too much. */
export function checkByWork(queries: Queries, filter: WorkFilter): void {
  if (isByWork(filter) && queries.functions === '')
    throw new ThreadlineError('unsupported', 'only a team server tells whose work it is');
}

/** Conditions on rows that have a person, a repository and a folder. */
export function addByWork({ value, add }: Place, { person, team, repository }: WorkFilter, table = ''): void {
  if (person !== undefined) add(`${table}person_id in (select team_people_named(${value(person)}))`);
  if (team !== undefined) add(`${table}person_id in (select team_people_in(${value(team)}))`);
  if (repository !== undefined) add(`coalesce(${table}repository, ${table}project, '') = ${value(repository)}`);
}

/** The same for rows of usage, by their session: kept sums of sessions know whose they are, and who may see them. */
export function addSessionsByWork(conditions: Place, filter: WorkFilter, column: string): void {
  if (!isByWork(filter)) return;
  const parts: string[] = [];
  addByWork({ value: conditions.value, add: (sql) => parts.push(sql) }, filter);
  const fits = parts.join(' and ');
  conditions.add(`${column} in (select session_id from work_sum where ${fits}
    union select session_id from team_stale_work() where ${fits})`);
}

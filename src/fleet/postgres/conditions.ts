import { presentRedaction } from '../../archive/folding/block-redaction.ts';
import type { Reading } from '../../archive/model/reading.ts';
import type { SearchQuery } from '../../archive/model/search-query.ts';
import type { SessionFilter, SessionKey } from '../../archive/model/session-row.ts';
import { pathEnds, pathsBelow } from '../../core/tools/path-below.ts';
import { lastName } from '../../core/tools/paths.ts';
import { databaseTime } from './database-time.ts';
import type { FittingFacts } from './fitting-facts.ts';
import { clean } from './postgres-raw-store.ts';
import { addByWork } from './work-conditions.ts';

/** Conditions that must all hold, with their numbered values. */
export interface Conditions {
  /** Returns the placeholder of a value, such as `$3`. */
  value(value: unknown): string;
  add(sql: string): void;
  readonly sql: string;
  readonly values: readonly unknown[];
}

export function createConditions(): Conditions {
  const parts: string[] = [];
  const values: unknown[] = [];
  return {
    value(value) {
      values.push(typeof value === 'string' ? clean(value) : value);
      return `$${values.length}`;
    },
    add: (sql) => parts.push(`(${sql})`),
    get sql() {
      return parts.length === 0 ? 'true' : parts.join(' and ');
    },
    values,
  };
}

/** Matches a folder and everything below it. It is no pattern, so no character of a name is special. */
export function belowFolder({ value }: Pick<Conditions, 'value'>, column: string, folder: string): string {
  const { names, starts } = pathsBelow(folder);
  return anyOf([
    ...names.map((name) => `${column} = ${value(name)}`),
    ...starts.map((start) => `starts_with(${column}, ${value(start)})`),
  ]);
}

/** Conditions on sessions, joined with their source and its machine. */
export function sessionConditions(filter: SessionFilter, fitting: FittingFacts = {}): Conditions {
  const conditions = createConditions();
  const { value, add } = conditions;
  const time = (ms: number) => `to_timestamp(${value(databaseTime(ms))}::float8 / 1000)`;
  if (filter.agent !== undefined) add(`session.agent = ${value(filter.agent)}`);
  if (fitting.projects) add(isAnyOf(conditions, 'session.project', fitting.projects));
  else if (filter.project !== undefined) add(belowFolder(conditions, 'session.project', filter.project));
  if (filter.since !== undefined) add(`ended_at >= ${time(filter.since)}`);
  if (filter.until !== undefined) add(`started_at < ${time(filter.until)}`);
  if (fitting.models) add(isAnyOf(conditions, 'session.model', fitting.models));
  else if (filter.model !== undefined) add(`session.model = ${value(filter.model)}`);
  if (filter.machine !== undefined) add(`machine.name = ${value(filter.machine)}`);
  if (filter.titled) add('session.title is not null');
  // A collector does not tell when a file is deleted: what was sent stays.
  if (filter.gone) add('false');
  if (filter.parentThread !== undefined) add(`parent_thread = ${value(filter.parentThread)}`);
  else if (!filter.subagents) add('parent_thread is null');
  return conditions;
}

/** The conditions of a search on sessions; undefined if it has none. */
export function searchedSessions(
  query: SearchQuery,
  reading: Reading,
  fitting: FittingFacts = {},
): Conditions | undefined {
  const conditions = createConditions();
  const { value, add } = conditions;
  if (reading === 'others') add(`session.redaction = ${value(presentRedaction())}`);
  if (query.agent !== undefined) add(`session.agent = ${value(query.agent)}`);
  if (query.agents) add(anyOf(query.agents.map((agent) => `session.agent = ${value(agent)}`)));
  if (fitting.projects) add(isAnyOf(conditions, 'session.project', fitting.projects));
  else if (query.projects)
    add(anyOf(query.projects.map((folder) => belowFolder(conditions, 'session.project', folder))));
  if (query.folders) add(isAnyOf(conditions, 'session.project', query.folders));
  if (query.sessions) add(anyOf(query.sessions.map((key) => isSession(conditions, key))));
  if (query.notSessions && query.notSessions.length > 0)
    add(`not (${anyOf(query.notSessions.map((key) => isSession(conditions, key)))})`);
  if (fitting.models) add(isAnyOf(conditions, 'session.model', fitting.models));
  else if (query.model !== undefined) add(`starts_with(session.model, ${value(query.model)})`);
  if (query.machine !== undefined) add(`machine.name = ${value(query.machine)}`);
  addByWork(conditions, query, 'session.');
  if (query.file !== undefined)
    add(
      `exists (select 1 from touched where touched.session_id = session.id and (${touchedPath(conditions, query.file, reading)}))`,
    );
  return conditions.sql === 'true' ? undefined : conditions;
}

/** Matches a whole path or its last parts. */
export function touchedPath({ value }: Conditions, path: string, reading: Reading): string {
  const places = pathEnds(path).map(value);
  const whole = value(path);
  const fits = (column: string) => {
    const ends = places.map((place) => `right(${column}, length(${place})) = ${place}`);
    return `(${column} = ${whole} or ${ends.join(' or ')})`;
  };
  const byName = `left(touched.name, 200) = left(${value(lastName(path))}, 200) and ${fits('touched.path')}`;
  if (reading === 'owner') return byName;
  return `(touched.redacted is null and ${byName}) or ${fits('touched.redacted')}`;
}

export function isSession({ value }: Conditions, { agent, threadId, home }: SessionKey): string {
  const key = `session.agent = ${value(agent)} and md5(session.thread_id) = md5(${value(threadId)})`;
  return home === undefined ? key : `${key} and session.home = ${value(home)}`;
}

function isAnyOf({ value }: Conditions, column: string, texts: readonly string[]): string {
  return `${column} = any(${value(texts.map(clean))}::text[])`;
}

/** False if there are no parts. */
function anyOf(parts: readonly string[]): string {
  return parts.length === 0 ? 'false' : parts.map((sql) => `(${sql})`).join(' or ');
}

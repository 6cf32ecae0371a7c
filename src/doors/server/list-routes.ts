import { setTimeout as delay } from 'node:timers/promises';
import { type HttpAnswer, jsonAnswer } from '../../machine/http/http-answer.ts';
import { API_SCHEMA, type ApiSessions, type ApiStatus, type SessionHead } from './api-types.ts';
import { workWords } from './by-work.ts';
import { type ListQuery, listStatuses, sinceTime, sortKeys } from './list-filter.ts';
import { findSessions } from './list-query.ts';
import type { Query } from './query.ts';
import { badRequest } from './request-error.ts';
import type { SessionEntry, SessionIndex } from './session-index.ts';

const MAX_SESSIONS = 200;
const USUAL_SESSIONS = 100;

/** Adds the details that a list shows, only to the sessions that it shows. */
export type Decorate = (entries: readonly SessionEntry[]) => Promise<void>;

/** A page waits this long for details. Later ones come as news. */
const DECORATION_MS = 150;

export interface ListRouteOptions {
  index: SessionIndex;
  decorate: Decorate;
  /** Called with the key of a session that was shown before all its details were known. */
  onLate(key: string): void;
}

/** The number of queries whose answers are kept. */
const MAX_REMEMBERED = 32;
/** The lifetime of an answer that depends on the time: `since=30d`. */
const REMEMBERED_MS = 60_000;

/** Answers `/api/sessions?…`: a page of the list, sub-agents with their parents. */
export function createListRoute({ index, decorate, onLate }: ListRouteOptions) {
  /** Every tab asks the same, so an answer is kept as long as nothing changes. */
  const answers = new Map<string, { revision: number; at: number; answer: HttpAnswer }>();

  return async (query: Query): Promise<HttpAnswer> => {
    const known = answers.get(query.whole);
    if (known?.revision === index.revision && performance.now() - known.at < REMEMBERED_MS) return known.answer;
    const wanted = listQuery(query, Date.now());
    const limit = query.count('limit', { least: 1, most: MAX_SESSIONS, otherwise: USUAL_SESSIONS });
    const find = () => {
      const all = findSessions(index.top(), wanted);
      const start = placeAfter(all.found, query.text('cursor'));
      return { ...all, start, page: all.found.slice(start, start + limit), revision: index.revision };
    };
    const first = find();
    await decorateSoon(
      first.page.flatMap(({ key }) => withChildren(index, key)).flatMap(({ key }) => index.get(key) ?? []),
    );
    // Sessions may have come or changed meanwhile, so an answer is kept with its revision.
    const { found, facets, start, page, revision } = first.revision === index.revision ? first : find();
    const items = page.flatMap(({ key }) => withChildren(index, key));
    const last = page.at(-1);
    const answer: ApiSessions = {
      schema: API_SCHEMA,
      items,
      total: found.length,
      bytes: index.bytes,
      problems: index.problems,
      revision,
      facets,
    };
    if (last && start + limit < found.length) answer.next = cursorOf(last, start + limit);
    if (query.text('group') === 'day') answer.groups = groupByDay(index, found, zoneOf(query));
    return remember(query.whole, answer);
  };

  function remember(question: string, { revision, ...rest }: ApiSessions): HttpAnswer {
    const answer = jsonAnswer({ ...rest, revision });
    answers.delete(question);
    answers.set(question, { revision, at: performance.now(), answer });
    for (const oldest of answers.keys()) {
      if (answers.size <= MAX_REMEMBERED) break;
      answers.delete(oldest);
    }
    return answer;
  }

  async function decorateSoon(page: readonly SessionEntry[]): Promise<void> {
    let isLate = false;
    const decorated = decorate(page).then(() => {
      if (isLate) for (const { key } of page) onLate(key);
    });
    await Promise.race([decorated, delay(DECORATION_MS)]);
    isLate = true;
  }
}

function listQuery(query: Query, now: number): ListQuery {
  return {
    agents: query.list('agent'),
    projects: query.each('project'),
    models: query.list('model'),
    statuses: query.list('status').map(statusOf),
    since: sinceOf(query.text('since'), now),
    errors: query.flag('errors'),
    problems: query.flag('problems'),
    starred: query.flag('starred'),
    tags: query.each('tag'),
    work: Object.fromEntries(workWords.map((word) => [word, query.each(word)])),
    text: query.text('q'),
    sort: query.one('sort', sortKeys) ?? 'last',
  };
}

function statusOf(value: string): ApiStatus {
  const found = listStatuses.find((status) => status === value);
  if (found === undefined) throw badRequest();
  return found;
}

/** Parses `30d`, or milliseconds since 1970. */
export function sinceOf(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const time = sinceTime(value, now);
  if (Number.isNaN(time)) throw badRequest();
  return time;
}

/** The start of a page: after the last session of the one before, wherever that is by now. */
function placeAfter(found: readonly SessionEntry[], cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [key, place = '0'] = Buffer.from(cursor, 'base64url').toString('utf8').split('\n');
  const index = found.findIndex((entry) => entry.key === key);
  return index === -1 ? Math.min(Number(place) || 0, found.length) : index + 1;
}

function cursorOf({ key }: SessionEntry, place: number): string {
  return Buffer.from(`${key}\n${place}`).toString('base64url');
}

/** The depth to which agents that start agents are followed. */
const MAX_DEPTH = 4;

function withChildren(index: SessionIndex, key: string, depth = 0): SessionHead[] {
  const head = index.listed(key);
  if (!head) return [];
  const children = depth < MAX_DEPTH ? index.childrenOf(key) : [];
  return [head, ...children.flatMap((child) => withChildren(index, child.key, depth + 1))];
}

/** The reader's time zone, which decides the days. */
function zoneOf(query: Query): string | undefined {
  const zone = query.text('zone');
  if (zone === undefined) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    throw badRequest();
  }
}

/** Sums by the day of the last line, with the sub-agents that each session started. */
function groupByDay(
  index: SessionIndex,
  found: readonly SessionEntry[],
  zone: string | undefined,
): NonNullable<ApiSessions['groups']> {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  const days = new Map<string, { key: string; sessions: number; tokens: number; costUsd: number | null }>();
  for (const { head } of found) {
    const key = Number.isFinite(head.lastAt) ? format.format(head.lastAt) : '';
    const day = days.get(key) ?? { key, sessions: 0, tokens: 0, costUsd: null };
    day.sessions += 1;
    for (const { usage } of withChildren(index, head.key)) {
      day.tokens += usage?.total ?? 0;
      if (typeof usage?.costUsd === 'number') day.costUsd = (day.costUsd ?? 0) + usage.costUsd;
    }
    days.set(key, day);
  }
  return [...days.values()];
}

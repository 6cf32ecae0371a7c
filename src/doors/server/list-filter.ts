import type { ApiStatus, SessionHead } from './api-types.ts';
import { type ByWork, keptOutBy } from './by-work.ts';

/** The sessions to list; an empty list stands for all. The page filters news by it too, so this file uses no Node. */
export interface ListQuery {
  agents: readonly string[];
  projects: readonly string[];
  models: readonly string[];
  statuses: readonly ApiStatus[];
  /** Milliseconds since 1970. */
  since?: number | undefined;
  errors?: boolean;
  problems?: boolean;
  /** Only sessions that a person marked. */
  starred?: boolean;
  /** Any of these tags, whatever their case. */
  tags?: readonly string[];
  /** Whose work, where a server tells that. */
  work?: Partial<ByWork>;
  /** Part of the title or of the first text, ignoring case. */
  text?: string | undefined;
  sort: SortKey;
}

export const sortKeys = ['last', 'started', 'tokens', 'cost', 'turns', 'time'] as const;
export type SortKey = (typeof sortKeys)[number];

export const listStatuses = ['working', 'waiting', 'failed', 'done'] as const satisfies readonly ApiStatus[];

/** True if the list shows a session by itself. */
export function createListFilter(query: ListQuery): (head: SessionHead) => boolean {
  const { agents, projects, models } = query;
  const fits = createPlainFilter(query);
  return (head) =>
    fits(head) &&
    isAmong(head.agent, agents) &&
    isAmong(head.project, projects) &&
    isAmong(head.model, models) &&
    keptOutBy(head, query.work ?? {}).length === 0 &&
    hasTag(head, query.tags);
}

export function hasTag({ tags = [] }: SessionHead, wanted: readonly string[] = []): boolean {
  return wanted.length === 0 || tags.some((tag) => wanted.some((one) => one.toLowerCase() === tag.toLowerCase()));
}

/** The same without the filters whose menus count what the others leave. */
export function createPlainFilter(query: ListQuery): (head: SessionHead) => boolean {
  const { statuses, since, errors, problems, starred } = query;
  const wanted = query.text?.toLowerCase();
  return (head) => {
    if (!isAmong(head.status, statuses)) return false;
    if (since !== undefined && head.lastAt < since) return false;
    if (errors && head.errors === 0 && head.status !== 'failed') return false;
    if (problems && head.problems === 0) return false;
    if (starred && !head.starred) return false;
    return !wanted || `${head.title}\n${head.firstPrompt ?? ''}`.toLowerCase().includes(wanted);
  };
}

export function isAmong(value: string | undefined, wanted: readonly string[]): boolean {
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

/** The order of the list. Ties go by key: a page must continue in the order of the one before. */
export function compareListed(sort: SortKey): (one: SessionHead, other: SessionHead) => number {
  const value = SORT_VALUES[sort];
  return (one, other) => value(other) - value(one) || (one.key < other.key ? -1 : 1);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Parses `all`, `30d`, or milliseconds since 1970; NaN for anything else. */
export function sinceTime(text: string, now: number): number {
  if (text === 'all') return 0;
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  if (days !== undefined) return now - Number(days) * DAY_MS;
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

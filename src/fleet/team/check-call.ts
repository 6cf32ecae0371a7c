import type { BlockRange } from '../../archive/model/block-row.ts';
import { type SearchQuery, searchModes } from '../../archive/model/search-query.ts';
import type { SessionFilter, SessionKey } from '../../archive/model/session-row.ts';
import {
  type Page,
  type StoreUsageFilter,
  type StoreUsageQuery,
  type TouchedFilter,
  usageGroups,
  type WorkFilter,
  type WorkUsageQuery,
  workGroups,
} from '../../archive/model/thread-store.ts';
import { isObject } from '../../core/lines/json.ts';
import { type SessionVisibility, visibilities } from '../postgres/team-reader.ts';

type Check = (value: unknown) => boolean;

const MOST_TEXT = 500_000;
const MOST_ITEMS = 1000;
/** The latest time that a Date can hold. */
const MOST_MS = 8.64e15;

const text: Check = (value) => typeof value === 'string' && value.length <= MOST_TEXT;
const flag: Check = (value) => typeof value === 'boolean';
const time: Check = (value) => typeof value === 'number' && Math.abs(value) <= MOST_MS;
const count: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const list =
  (of: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= MOST_ITEMS && value.every(of);
const object =
  (fields: Record<string, Check>, needed: readonly string[] = []): Check =>
  (value) =>
    isObject(value) &&
    needed.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, given]) => Object.hasOwn(fields, name) && fields[name]?.(given) === true);

const key = object({ agent: text, threadId: text, home: text }, ['agent', 'threadId']);
const page = object({ limit: count, cursor: text }, ['limit']);
const seenBy: Check = (value) => visibilities.some((known) => known === value);
const work = { person: text, team: text, repository: text };
const usageFilter = { ...work, agent: text, session: key, project: text, machine: text, since: time, until: time };

const checks = {
  key,
  page,
  text,
  since: text,
  from: text,
  context: count,
  range: object({ from: count, count }, ['from', 'count']),
  sessionFilter: object({
    agent: text,
    project: text,
    since: time,
    until: time,
    model: text,
    machine: text,
    gone: flag,
    subagents: flag,
    parentThread: text,
  }),
  query: object(
    {
      text,
      mode: (value) => searchModes.some((mode) => mode === value),
      flags: text,
      best: flag,
      agent: text,
      agents: list(text),
      projects: list(text),
      folders: list(text),
      sessions: list(key),
      notSessions: list(key),
      since: time,
      until: time,
      role: text,
      kind: text,
      tool: text,
      file: text,
      model: text,
      machine: text,
      ...work,
      errors: flag,
    },
    ['text', 'mode'],
  ),
  visibility: object({ usage: seenBy, text: seenBy }),
  touchedFilter: object({ path: text, session: key, limit: count }),
  usageFilter: object(usageFilter),
  usageQuery: object({ ...usageFilter, by: (value) => usageGroups.some((by) => by === value), zone: text }, ['by']),
  sumsFilter: object({ ...work, machine: text }),
  workQuery: object(
    {
      ...work,
      agent: text,
      project: text,
      machine: text,
      since: time,
      until: time,
      by: (value) =>
        Array.isArray(value) &&
        value.length >= 1 &&
        value.length <= 3 &&
        new Set(value).size === value.length &&
        value.every((name) => workGroups.some((known) => known === name)),
    },
    ['by'],
  ),
} satisfies Record<string, Check>;

/** The arguments of calls, by name, as they are when their check has passed. */
interface Arguments {
  key: SessionKey;
  page: Page;
  text: string;
  since: string;
  from: string;
  context: number;
  range: BlockRange;
  sessionFilter: SessionFilter;
  query: SearchQuery;
  visibility: SessionVisibility;
  touchedFilter: TouchedFilter;
  usageFilter: StoreUsageFilter;
  usageQuery: StoreUsageQuery;
  sumsFilter: WorkFilter & { machine?: string };
  workQuery: WorkUsageQuery;
}

/** Reads the arguments of a call from outside: nothing reaches a store that is not of its type. */
export interface CallReader {
  /** Throws a TypeError for one that is missing or wrong. */
  need<Name extends keyof Arguments>(name: Name): Arguments[Name];
  may<Name extends keyof Arguments>(name: Name): Arguments[Name] | undefined;
  /** True if the call is to be answered as others see it. */
  readonly others: boolean;
}

export function readCall(value: unknown): CallReader {
  const given = value ?? {};
  if (!isObject(given)) throw new TypeError('the arguments are an object');
  const may = <Name extends keyof Arguments>(name: Name) => {
    const argument = Object.hasOwn(given, name) ? given[name] : undefined;
    if (argument === undefined) return undefined;
    if (!checks[name](argument)) throw new TypeError(`${name} is not what it should be`);
    return argument as Arguments[Name]; // Checked just above.
  };
  return {
    may,
    need(name) {
      const argument = may(name);
      if (argument === undefined) throw new TypeError(`${name} is missing`);
      return argument;
    },
    others: given.others === true,
  };
}

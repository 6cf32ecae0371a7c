import { type SearchQuery, searchModes } from '../../../../archive/model/search-query.ts';
import { isObject } from '../../../../core/lines/json.ts';
import { archiveLimits } from '../../../../limits/archive.ts';
import type { Asked } from './search-socket.ts';

const TEXTS = ['agent', 'role', 'kind', 'tool', 'file', 'model', 'machine'] as const;
const TIMES = ['since', 'until'] as const;
const FLAGS = ['best', 'errors'] as const;
const KNOWN = new Set<string>(['text', 'mode', 'projects', ...TEXTS, ...TIMES, ...FLAGS]);

/** What another process asks, if it is a search that the command line can make; undefined for anything else. */
export function readAsked(value: unknown): Asked | undefined {
  if (!isObject(value) || !isObject(value.query)) return undefined;
  const { query, limit } = value;
  const isLimit =
    typeof limit === 'number' && Number.isInteger(limit) && limit > 0 && limit <= archiveLimits.maxPageRows;
  return isLimit && isQuery(query) ? { query, limit } : undefined;
}

function isQuery(query: Record<string, unknown>): query is Record<string, unknown> & SearchQuery {
  const { text, mode, projects } = query;
  const isMaybe = (names: readonly string[], type: string) =>
    names.every((name) => query[name] === undefined || typeof query[name] === type);
  return (
    typeof text === 'string' &&
    text !== '' &&
    searchModes.some((known) => known === mode && known !== 'regex') &&
    (projects === undefined || (Array.isArray(projects) && projects.every((path) => typeof path === 'string'))) &&
    isMaybe(TEXTS, 'string') &&
    isMaybe(TIMES, 'number') &&
    isMaybe(FLAGS, 'boolean') &&
    Object.keys(query).every((name) => KNOWN.has(name))
  );
}

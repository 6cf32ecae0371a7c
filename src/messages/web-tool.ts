import { isObject, type JsonObject } from '../lines/json.ts';

/** How Codex words a search within a page. */
const FIND_IN_PAGE = /^'(.*)' in (https?:\/\/\S+)$/s;

/** A web search as Claude's `WebSearch`, a page that was opened or searched as `WebFetch`. */
export function webTool(search: { query?: unknown; action?: unknown }): { name: string; input: JsonObject } {
  const query = webQuery(search);
  const action: JsonObject = isObject(search.action) ? search.action : {};
  if (typeof action.url === 'string') return fetchTool(action.url, action.pattern);
  // Codex up to 0.90 does not say what it did, 0.117 to 0.155 say `other`: the query still tells.
  const found = FIND_IN_PAGE.exec(query);
  if (found?.[2] !== undefined) return fetchTool(found[2], found[1]);
  if (/^https?:\/\/\S+$/.test(query)) return fetchTool(query);
  return { name: 'WebSearch', input: { query } };
}

function fetchTool(url: string, pattern?: unknown): { name: string; input: JsonObject } {
  return { name: 'WebFetch', input: typeof pattern === 'string' ? { url, pattern } : { url } };
}

/** What was searched for, in Codex's own words for each action: they stand on the live stream, not in every file. */
export function webQuery(search: { query?: unknown; action?: unknown }): string {
  if (typeof search.query === 'string' && search.query !== '') return search.query;
  const action: JsonObject = isObject(search.action) ? search.action : {};
  const { query, queries, url, pattern } = action;
  if (typeof query === 'string' && query !== '') return query;
  if (Array.isArray(queries) && typeof queries[0] === 'string') {
    return queries.length > 1 ? `${queries[0]} ...` : queries[0];
  }
  if (typeof url !== 'string') return typeof pattern === 'string' ? `'${pattern}'` : '';
  return typeof pattern === 'string' ? `'${pattern}' in ${url}` : url;
}

import type { SearchHit, SearchPage, SearchQuery, ThreadStore } from '../../../archive/index.ts';
import type { SearchOptions } from '../../../archive/model/search-query.ts';
import type { Annotations } from '../../../machine/sessions/annotations/annotation.ts';
import { countSearched, nearHits } from './no-hits.ts';
import type { NearWord } from './no-hits-text.ts';
import { searchNotes, searchTitles, withGivenTitles } from './search-notes.ts';
import { showCommand } from './show-command.ts';

/** The result to show: everything, or what was found before an interruption. It can be written as JSON. */
export interface Found
  extends Pick<SearchPage, 'hits' | 'searched' | 'freshAt' | 'rankedOf' | 'gaveUp' | 'searchedFrom'> {
  more: boolean;
  isInterrupted?: boolean | undefined;
  /** If nothing was found: what was searched, and the words that were probably meant. */
  nothing?: { sessions: number; near: readonly NearWord[] } | undefined;
  /** The command that opens the first hit. */
  opensFirst?: string | undefined;
}

/** The first page of a search. */
export async function findPage(
  store: ThreadStore,
  query: SearchQuery,
  limit: number,
  options: SearchOptions = {},
): Promise<Found> {
  const { next, ...page } = await store.search(query, { limit }, options);
  // Ranked hits have only one page.
  return { ...page, more: next !== undefined || (query.best === true && page.hits.length === limit) };
}

/** What completes a search: where, for what, how much, and what people noted. */
export interface Completion {
  store: ThreadStore;
  query: SearchQuery;
  limit: number;
  annotations: Annotations;
}

/** Puts what people noted before what was said, and sessions found by their titles alone after it. */
export async function completeFound(found: Found, completion: Completion): Promise<Found> {
  const { store, query } = completion;
  const whole = found.isInterrupted ? found : await withTitles(found, completion);
  const [first] = whole.hits;
  if (first) return { ...whole, opensFirst: showCommand(first) };
  if (whole.isInterrupted) return whole;
  return { ...whole, nothing: { sessions: await countSearched(store, query), near: await nearHits(store, query) } };
}

async function withTitles(found: Found, { store, query, limit, annotations }: Completion): Promise<Found> {
  const noted = annotations.size === 0 ? [] : await searchNotes(store, annotations, query, limit);
  const said: SearchHit[] = withGivenTitles(found.hits, annotations);
  const room = limit - noted.length - said.length;
  const titled = room > 0 && !found.more ? await searchTitles(store, query, limit, [...noted, ...said]) : [];
  const hits = [...noted, ...said, ...titled];
  return { ...found, hits: hits.slice(0, limit), more: found.more || hits.length > limit };
}

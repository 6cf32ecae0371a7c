import type { SearchQuery, ThreadStore } from '../../../archive/index.ts';
import { storedSessions } from '../../../archive/model/stored-sessions.ts';
import { isBelow } from '../../../core/tools/path-below.ts';
import { MOST_COUNTED, type NearWord } from './no-hits-text.ts';

/** The words of the store that were probably meant and would find something. */
export async function nearHits(store: ThreadStore, query: SearchQuery): Promise<NearWord[]> {
  if (query.mode !== 'words') return [];
  const near: NearWord[] = [];
  for (const word of (await store.nearWords?.(query.text)) ?? []) {
    const { hits } = await store.search(
      { ...query, text: word, best: undefined },
      { limit: MOST_COUNTED },
      { context: 0 },
    );
    if (hits.length > 0) near.push({ word, hits: hits.length });
  }
  return near;
}

/** The number of sessions that the filters leave to be searched. */
export async function countSearched(store: ThreadStore, query: SearchQuery): Promise<number> {
  const { agent, since, until, model, machine, projects } = query;
  const filter = { agent, since, until, model, machine, subagents: true };
  if (store.countSessions) return store.countSessions(filter, projects);
  const folders = projects?.map(isBelow);
  let count = 0;
  for await (const { project } of storedSessions(store, filter))
    if (folders === undefined || folders.some((isInFolder) => isInFolder(project))) count += 1;
  return count;
}

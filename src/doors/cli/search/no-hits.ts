import type { SearchQuery, ThreadStore } from '../../../archive/index.ts';
import { storedSessions } from '../../../archive/model/stored-sessions.ts';
import { isBelow } from '../../../core/tools/path-below.ts';
import { grouped, localTime, shortPath } from '../wording.ts';

/** More hits of a word that was not asked for are not counted. */
const MOST_COUNTED = 1000;

/** A word that was probably meant. */
export interface NearWord {
  word: string;
  /** How often it is found with the same filters. */
  hits: number;
}

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

/** `did you mean deadlock (11) or deadline (3)?` */
export function nearText(near: readonly NearWord[]): string {
  const words = near.map(({ word, hits }) => `${word} (${grouped(hits)}${hits === MOST_COUNTED ? '+' : ''})`);
  return `did you mean ${words.join(' or ')}?`;
}

/** The number of sessions that the filters leave to be searched. */
export async function countSearched(store: ThreadStore, query: SearchQuery): Promise<number> {
  const { agent, since, until, model, machine, projects } = query;
  const folders = projects?.map(isBelow);
  let count = 0;
  for await (const { project } of storedSessions(store, { agent, since, until, model, machine, subagents: true }))
    if (folders === undefined || folders.some((isInFolder) => isInFolder(project))) count += 1;
  return count;
}

/** The filters of a search as a person would say them; empty without any. */
export function filterText(query: SearchQuery): string {
  const { agent, projects, since, until, role, kind, tool, file, model, errors, machine } = query;
  const named = Object.entries({ agent, role, kind, tool, file, model, machine }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${value}`],
  );
  if (projects) named.push(`project ${projects.map((folder) => shortPath(folder)).join(', ')}`);
  if (since !== undefined) named.push(`since ${localTime(since)}`);
  if (until !== undefined) named.push(`until ${localTime(until)}`);
  if (errors) named.push('errors only');
  return named.length === 0 ? '' : ` (${named.join(', ')})`;
}

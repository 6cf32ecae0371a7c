import type { SearchQuery } from '../../../archive/index.ts';
import { grouped } from '../../../core/text/amount.ts';
import { localTime, shortPath } from '../wording.ts';

/** More hits of a word that was not asked for are not counted. */
export const MOST_COUNTED = 1000;

/** A word that was probably meant. */
export interface NearWord {
  word: string;
  /** How often it is found with the same filters. */
  hits: number;
}

/** `did you mean deadlock (11) or deadline (3)?` */
export function nearText(near: readonly NearWord[]): string {
  const words = near.map(({ word, hits }) => `${word} (${grouped(hits)}${hits === MOST_COUNTED ? '+' : ''})`);
  return `did you mean ${words.join(' or ')}?`;
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

import { machineLimits } from '../../../limits/machine.ts';
import type { SessionFacts } from '../../facts/session-facts.ts';

/** What a person noted about a session. It stands in a file of ours, never in the agent's. */
export interface Annotation {
  starred?: boolean | undefined;
  /** Each once, in the order in which they were given. */
  tags?: readonly string[] | undefined;
  note?: string | undefined;
  /** The changed files that the person has looked at. */
  viewed?: readonly string[] | undefined;
  /** Shown instead of the title that the agent or the first prompt gave. */
  title?: string | undefined;
}

/** Annotations by `annotationKey`. */
export type Annotations = ReadonlyMap<string, Annotation>;

/** The key of a session in all homes: a copied home keeps its annotations. */
export function annotationKey({ agent, id }: Pick<SessionFacts, 'agent' | 'id'>): string {
  return `${agent}:${id}`;
}

/** True for an annotation, as a file or a database has one. */
export function isAnnotation(value: unknown): value is Annotation {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { starred = false, tags = [], note = '', title = '', viewed = [] } = value as Readonly<Record<string, unknown>>;
  const areTexts = (texts: unknown) => Array.isArray(texts) && texts.every((text) => typeof text === 'string');
  return (
    typeof starred === 'boolean' &&
    areTexts(tags) &&
    areTexts(viewed) &&
    typeof note === 'string' &&
    typeof title === 'string'
  );
}

/** True if nothing is noted. */
export function isBare({ starred, tags, note, title, viewed }: Annotation): boolean {
  return !starred && !tags?.length && !viewed?.length && note === undefined && title === undefined;
}

/** Two tags are the same whatever their case. */
export function isSameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Adds tags that are not there yet. Throws a RangeError for too many. */
export function withTags(tags: readonly string[], added: readonly string[]): string[] {
  const all = [...tags];
  for (const tag of added) if (!all.some((known) => isSameTag(known, tag))) all.push(tag);
  if (all.length <= machineLimits.maxSessionTags) return all;
  throw new RangeError(`a session has at most ${machineLimits.maxSessionTags} tags`);
}

/** A text on one line, checked. Throws a RangeError for one that is empty or too long. */
export function givenLine(what: 'title' | 'tag', text: string): string {
  const line = text.normalize().trim().replaceAll(/\s+/g, ' ');
  if (line === '') throw new RangeError(`a ${what} is not empty`);
  return checkLength(what, line, what === 'tag' ? machineLimits.maxTagLength : machineLimits.maxGivenTitleLength);
}

/** The text of a note, checked. */
export function givenNote(text: string): string {
  return checkLength('note', text.trim(), machineLimits.maxNoteLength);
}

function checkLength(what: string, text: string, most: number): string {
  if (text.length <= most) return text;
  throw new RangeError(`a ${what} has at most ${most} characters, this one has ${text.length}`);
}

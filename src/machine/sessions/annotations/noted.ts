import { machineLimits } from '../../../limits/machine.ts';
import { type Annotation, givenLine, givenNote, isSameTag, withTags } from './annotation.ts';

/** What is to be noted about a session. */
export type Noted =
  | { kind: 'star'; isUndo: boolean }
  | { kind: 'tag'; isUndo: boolean; words: readonly string[] }
  /** `words`: paths of files that were looked at. */
  | { kind: 'view'; isUndo: boolean; words: readonly string[] }
  | { kind: 'note' | 'rename'; isUndo: boolean; text: string };

/** Texts are checked at once, before a session is looked for: throws a RangeError for one that is no text of its kind. */
export function changeOf(noted: Noted): (before: Annotation) => Annotation {
  if (noted.kind === 'star') return (before) => ({ ...before, starred: noted.isUndo ? undefined : true });
  if (noted.kind === 'tag') {
    const words = noted.words.map((word) => givenLine('tag', word));
    return ({ tags = [], ...before }) => ({
      ...before,
      tags: noted.isUndo ? without(tags, words) : withTags(tags, words),
    });
  }
  if (noted.kind === 'view') return (before) => ({ ...before, viewed: viewedOf(before.viewed ?? [], noted) });
  if (noted.kind === 'note') {
    const note = noted.isUndo ? undefined : givenNote(noted.text);
    return (before) => ({ ...before, note });
  }
  const title = noted.isUndo ? undefined : givenLine('title', noted.text);
  return (before) => ({ ...before, title });
}

/** Without words, none is left. */
function without(tags: readonly string[], words: readonly string[]): readonly string[] | undefined {
  const left = words.length === 0 ? [] : tags.filter((tag) => !words.some((word) => isSameTag(tag, word)));
  return left.length === 0 ? undefined : left;
}

/** Beyond the limit, the files that were looked at first are forgotten. */
function viewedOf(
  before: readonly string[],
  { words, isUndo }: Extract<Noted, { kind: 'view' }>,
): string[] | undefined {
  const others = before.filter((path) => !words.includes(path));
  const after = isUndo ? others : [...others, ...words].slice(-machineLimits.maxViewedFiles);
  return after.length === 0 ? undefined : after;
}

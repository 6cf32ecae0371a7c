import { archiveLimits } from '../../limits/archive.ts';
import { ACCENT, CJK, characterClass, LETTER } from './character-class.ts';
import type { WordQuery } from './word-query.ts';

/** The words of an archive at a time. */
export interface Vocabulary {
  /** All words that hold a text, or end with it; undefined where they are too many to be asked for. */
  find(part: string, where: 'inside' | 'end'): string[] | undefined | Promise<string[] | undefined>;
}

/** How the blocks are found that may hold an exact string; whether they do is seen in their texts. */
export type ExactPlan =
  /** Ask the word index. `usesVocabulary`: blocks that are newer than the vocabulary have to be looked at besides. */
  | { match: WordQuery; usesVocabulary: boolean }
  /** Nothing can be asked for: look at all texts. */
  | { scan: true }
  /** No word holds it; only blocks newer than the vocabulary may. */
  | { none: true };

interface Run {
  text: string;
  isCjk: boolean;
  /** It reaches the needle's beginning or end: a longer word may hold it. */
  touchesStart: boolean;
  touchesEnd: boolean;
}

/**
 * Plans the search for a string by an index of whole words: runs of letters inside of it are words.
 * The last run may begin a word. The first may end one, and counts only where there is nothing else.
 */
export async function planExact(needle: string, vocabulary: Vocabulary): Promise<ExactPlan> {
  const runs = cutRuns(needle);
  const words: string[] = [];
  let isPrefix = false;
  for (const run of runs) {
    if (run.text.length > archiveLimits.maxWordLength) return { none: true };
    if (run.isCjk && [...run.text].length > 1) words.push(...pairsOf(run.text));
    else if (run.touchesStart) continue;
    else {
      words.push(run.text);
      isPrefix = run.touchesEnd;
    }
  }
  const [only] = words;
  if (only === undefined) return planInside(runs, vocabulary);
  const isBroad = words.length === 1 && isPrefix && only.length < archiveLimits.minSearchedPart && !isCjkText(only);
  if (isBroad) return { scan: true };
  return { match: [[{ words, isPrefix }]], usesVocabulary: false };
}

/** The needle is one run, or nothing but one run and separators: it stands inside of some word, or at the end of one. */
async function planInside([run]: readonly Run[], vocabulary: Vocabulary): Promise<ExactPlan> {
  if (!run) return { scan: true };
  // SQLite folds the case and the accents of other letters by rules of its own.
  const isPlain = run.isCjk || /^[0-9a-z]+$/i.test(run.text);
  if (!isPlain || (!run.isCjk && run.text.length < archiveLimits.minSearchedPart)) return { scan: true };
  const found = await vocabulary.find(run.text.toLowerCase(), run.touchesEnd ? 'inside' : 'end');
  if (!found) return { scan: true };
  if (found.length === 0) return { none: true };
  return { match: [found.map((word) => ({ words: [word], isPrefix: false }))], usesVocabulary: true };
}

function cutRuns(needle: string): Run[] {
  const runs: Run[] = [];
  let run: Run | undefined;
  let isAtStart = true;
  const close = () => {
    if (run) runs.push(run);
    run = undefined;
  };
  for (const character of needle) {
    const kind = characterClass(character.codePointAt(0) ?? 0);
    if (kind === ACCENT) continue;
    if (kind !== LETTER && kind !== CJK) {
      close();
      isAtStart = false;
      continue;
    }
    const isCjk = kind === CJK;
    if (run && run.isCjk !== isCjk) close();
    run ??= { text: '', isCjk, touchesStart: isAtStart, touchesEnd: false };
    run.text += character;
    isAtStart = false;
  }
  if (run) run.touchesEnd = true;
  close();
  return runs;
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function isCjkText(text: string): boolean {
  return characterClass(text.codePointAt(0) ?? 0) === CJK;
}

import { archiveLimits } from '../../limits/archive.ts';
import { ACCENT, CJK, characterClass, LETTER } from './character-class.ts';
import type { WordQuery } from './word-query.ts';

/** A snapshot of an archive's words. */
export interface Vocabulary {
  /** All words that contain a text, or end with it; undefined if there are too many. */
  find(part: string, where: 'inside' | 'end'): string[] | undefined | Promise<string[] | undefined>;
}

/** The way to find blocks that may hold an exact string. Their texts are then checked. */
export type ExactPlan =
  /** Asks the word index. `usesVocabulary`: blocks newer than the vocabulary must be checked too. */
  | { match: WordQuery; usesVocabulary: boolean }
  /** The index cannot help: all texts are scanned. */
  | { scan: true }
  /** No word contains it; only blocks newer than the vocabulary may. */
  | { none: true };

interface Run {
  text: string;
  isCjk: boolean;
  /** True if it reaches the needle's beginning or end: a longer word may contain it. */
  touchesStart: boolean;
  touchesEnd: boolean;
}

/**
 * Plans the search for a string by an index of whole words: runs of letters within it are words.
 * The last run may begin a word. The first may end one, and counts only if there is nothing else.
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

/** The needle is one run, perhaps with separators: it is within some word, or at the end of one. */
async function planInside([run]: readonly Run[], vocabulary: Vocabulary): Promise<ExactPlan> {
  if (!run) return { scan: true };
  // SQLite folds the case and the accents of other letters by its own rules.
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

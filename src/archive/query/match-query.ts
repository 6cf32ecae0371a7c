import { archiveLimits } from '../../limits/archive.ts';
import { CJK, characterClass } from './character-class.ts';
import { foldWord } from './fold-word.ts';
import { inflections } from './inflections.ts';
import type { Vocabulary } from './plan-exact.ts';
import { spreadCjk } from './spread-cjk.ts';
import { type Phrase, type WordQuery, wordsIn } from './word-query.ts';

/** The query of the word index for words or a phrase. */
export interface MatchQuery {
  match: WordQuery;
  /** The words, for finding them in a text again; a final `*` marks a prefix. */
  words: string[];
}

/** Undefined if the text holds no word: it can only be searched as it is. */
export async function matchQuery(
  text: string,
  isPhrase: boolean,
  vocabulary: Vocabulary,
): Promise<MatchQuery | undefined> {
  const parts = isPhrase ? [text] : text.split(/\s+/);
  const matches: Phrase[][] = [];
  const words: string[] = [];
  for (const part of parts) {
    const isPrefix = part.endsWith('*');
    const runs = wordsIn(spreadCjk(part));
    if (runs.some((run) => run.length > archiveLimits.maxWordLength)) return undefined;
    const match = await phrasesOf(runs, isPrefix, vocabulary);
    if (match === undefined) continue;
    const shown = wordsIn(part);
    const [only] = shown;
    if (only !== undefined && shown.length === 1 && runs.length === 1 && !isPhrase && !isPrefix) {
      const forms = inflections(foldWord(only));
      matches.push(forms.length > 1 ? forms.map((form) => ({ words: [form], isPrefix: false })) : match);
      words.push(only, ...forms.slice(1));
      continue;
    }
    matches.push(match);
    for (const [index, run] of shown.entries()) words.push(isPrefix && index === shown.length - 1 ? `${run}*` : run);
  }
  return matches.length === 0 ? undefined : { match: matches, words };
}

/** Any of them. */
async function phrasesOf(
  runs: readonly string[],
  isPrefix: boolean,
  vocabulary: Vocabulary,
): Promise<Phrase[] | undefined> {
  const [only] = runs;
  if (only === undefined) return undefined;
  // A single character of Han or Kana is part of pairs, as the first or the second.
  if (runs.length === 1 && [...only].length === 1 && characterClass(only.codePointAt(0) ?? 0) === CJK) {
    const pairs = (await vocabulary.find(only, 'end')) ?? [];
    return [{ words: [only], isPrefix: true }, ...pairs.map((word) => ({ words: [word], isPrefix: false }))];
  }
  return [{ words: runs, isPrefix }];
}

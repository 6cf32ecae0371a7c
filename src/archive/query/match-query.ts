import { limits } from '../../limits.ts';
import { CJK, characterClass } from './character-class.ts';
import type { Vocabulary } from './plan-exact.ts';
import { runsIn } from './snippet.ts';
import { spreadCjk } from './spread-cjk.ts';

/** What the word index is asked for words or a phrase. */
export interface MatchQuery {
  match: string;
  /** The words, to find them in a text again; `*` at the end of one is a beginning. */
  words: string[];
}

/** Undefined where the text holds nothing that is a word: it can only be looked for as it stands. */
export function matchQuery(text: string, isPhrase: boolean, vocabulary: Vocabulary): MatchQuery | undefined {
  const parts = isPhrase ? [text] : text.split(/\s+/);
  const matches: string[] = [];
  const words: string[] = [];
  for (const part of parts) {
    const isPrefix = part.endsWith('*');
    const runs = wordsIn(spreadCjk(part));
    if (runs.some((run) => run.length > limits.maxWordLength)) return undefined;
    const match = matchOf(runs, isPrefix, vocabulary);
    if (match === undefined) continue;
    matches.push(match);
    const shown = wordsIn(part);
    for (const [index, run] of shown.entries()) words.push(isPrefix && index === shown.length - 1 ? `${run}*` : run);
  }
  return matches.length === 0 ? undefined : { match: matches.join(' AND '), words };
}

function matchOf(runs: readonly string[], isPrefix: boolean, vocabulary: Vocabulary): string | undefined {
  const [only] = runs;
  if (only === undefined) return undefined;
  // A single character of Han or Kana stands in pairs, as their first or their second.
  if (runs.length === 1 && [...only].length === 1 && characterClass(only.codePointAt(0) ?? 0) === CJK) {
    const pairs = (vocabulary.find(only, 'end') ?? []).map((word) => `"${word}"`);
    return `(${[`"${only}" *`, ...pairs].join(' OR ')})`;
  }
  return `"${runs.join(' ')}"${isPrefix ? ' *' : ''}`;
}

function wordsIn(text: string): string[] {
  return Array.from(runsIn(text), ({ start, end }) => text.slice(start, end));
}

import type { SearchQuery } from '../model/search-query.ts';
import { type ExactPlan, planExact, type Vocabulary } from './plan-exact.ts';
import { createRegexMatcher } from './regex-matcher.ts';
import { requiredLiteral } from './required-literal.ts';
import type { Span } from './snippet.ts';

/** A text as a store has it. Bytes need not be decoded to see that they lack a string. */
export type SearchedText = string | Buffer;

export interface TextFinder {
  /** The position in each of the texts; undefined for all of them on a timeout. */
  find(texts: readonly SearchedText[]): Promise<(Span | undefined)[] | undefined>;
  close?(): Promise<void>;
}

/** A plan for an exact string or a regular expression: the blocks that may hold it, and its position in a text. */
export interface TextPlan {
  /** A string that every match holds, in any case if the flag `i` is set; empty if none is certain. */
  literal: string;
  plan: ExactPlan;
  finder: TextFinder;
}

/** `kept`: a text as the store keeps it. */
export async function planText(
  { text, mode, flags }: SearchQuery,
  vocabulary: Vocabulary,
  kept: (text: string) => string,
): Promise<TextPlan> {
  const isRegex = mode === 'regex';
  const finder = isRegex ? regexFinder(text, flags) : exactFinder(kept(text));
  const literal = isRegex ? kept(requiredLiteral(text, flags)) : kept(text);
  const plan: ExactPlan = literal === '' ? { scan: true } : await planExact(literal, vocabulary);
  return { literal, plan, finder };
}

function exactFinder(needle: string): TextFinder {
  const bytes = Buffer.from(needle);
  const findIn = (text: SearchedText): Span | undefined => {
    if (typeof text !== 'string' && text.indexOf(bytes) === -1) return undefined;
    const start = text.toString().indexOf(needle);
    return start === -1 ? undefined : { start, end: start + needle.length };
  };
  return { find: async (texts) => texts.map(findIn) };
}

function regexFinder(source: string, flags = ''): TextFinder {
  const { match, close } = createRegexMatcher(source, flags);
  return { find: (texts) => match(texts.map((text) => text.toString())), close };
}

import { commonPairs } from './letter-pairs.ts';
import { isPlaceholderInside } from './value.ts';

/** The form of one kind of secret. Keywords find candidates; one pattern, bounded in all its parts, decides. */
export interface RedactionRule {
  /** The NAME in `[redacted:NAME]`. It has no digits, so that a mark never looks like a secret. */
  name: string;
  /** Every such secret contains one of these texts, or has it just before. Case matters. */
  keywords: readonly string[];
  /**
   * Sticky, and without `*`, `+` or open ranges, so its cost is bounded. The match ends with the secret. If the match
   * begins before the secret, its one group is the secret.
   */
  pattern: RegExp;
  /** The start of the pattern: at the keyword, after it, or at the position that the function returns. */
  begins?: 'after' | ((text: string, keywordAt: number) => number);
  /** The position up to which the following text also belongs to the secret. */
  endsAt?(text: string, from: number, search: TextSearch): number;
  /** The secret may be inside a longer word. Otherwise no letter, digit, `_` or `-` may be before it. */
  isAnywhere?: boolean;
  /** The keyword stands before the secret and is not part of it, so it may also be a JSON key. */
  isByContext?: boolean;
  /** The secret has both letters and digits. */
  isMixed?: boolean;
  /** The least number of characters, including the text that reveals it. Defaults to 9. */
  leastLength?: number;
  /** The least number of different characters, without a keyword at the beginning. Defaults to 8. */
  leastDifferent?: number;
  /** The least entropy, in bits per character. */
  leastEntropy?: number;
  /** A generator made the secret: it holds no words and no row of the same character. */
  isMade?: boolean;
  /** Texts of this form that are not secrets: examples and placeholders. */
  except?: RegExp;
}

/** Searches forward in one text, never over the same part twice. */
export interface TextSearch {
  /** The first position of the word from there on, or -1. Ask for positions in rising order. */
  next(word: string, from: number): number;
}

/** A share of common pairs of letters that no generator gives. */
const MOST_WORDS = 0.62;

/** True if a text has what a secret of that rule needs besides its form. */
export function isLikelySecret(text: string, keyword: string, rule: RedactionRule): boolean {
  const value = text.startsWith(keyword) ? text.slice(keyword.length) : text;
  if (value.startsWith('[redacted:') || rule.except?.test(value)) return false;
  if (rule.isMixed && !(/[0-9]/.test(value) && /[A-Za-z]/.test(value))) return false;
  if (rule.isMade && (isPlaceholderInside(value) || commonPairs(value.slice(0, 256)) > MOST_WORDS)) return false;
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  if (counts.size < (rule.leastDifferent ?? 8)) return false;
  return rule.leastEntropy === undefined || entropyOf(counts, value.length) >= rule.leastEntropy;
}

function entropyOf(counts: ReadonlyMap<string, number>, length: number): number {
  let entropy = 0;
  for (const count of counts.values()) entropy -= (count / length) * Math.log2(count / length);
  return entropy;
}

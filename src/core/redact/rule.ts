/** The form of a kind of secret. Keywords find candidates; one pattern, bounded in all its parts, decides. */
export interface RedactionRule {
  /** What stands in `[redacted:NAME]`. Without digits, so that a mark never looks like a secret. */
  name: string;
  /** Texts of which one is in every such secret, or just before it; as they are written, upper and lower case told apart. */
  keywords: readonly string[];
  /**
   * Sticky, and without `*`, `+` or open ranges: its cost has a bound. What it matches ends with the secret; its one
   * group is the secret, where something stands before it.
   */
  pattern: RegExp;
  /** Where the pattern begins: at the keyword, after it, or where `before` says. */
  begins?: 'after' | ((text: string, keywordAt: number) => number);
  /** How much of what follows belongs to it as well: the place of its end. */
  endsAt?(text: string, from: number, search: TextSearch): number;
  /** It may stand inside a longer word. Else no letter, digit, `_` or `-` may be before it. */
  isAnywhere?: boolean;
  /** The keyword stands before the secret and is no part of it: a key of JSON can stand there too. */
  isByContext?: boolean;
  /** Letters and digits both. */
  isMixed?: boolean;
  /** Least number of characters, with what tells of it; 9 by default. */
  leastLength?: number;
  /** Least number of different characters, a keyword at its beginning left out; 8 by default. */
  leastDifferent?: number;
  /** Least entropy, in bits a character. */
  leastEntropy?: number;
  /** What is not meant though it has the form: examples and placeholders. */
  except?: RegExp;
}

/** Looks forward in one text, and never over the same part of it twice. */
export interface TextSearch {
  /** The first place of the word from there on; -1 for none. Places are to be asked for in rising order. */
  next(word: string, from: number): number;
}

/** Whether a text has what a secret of that rule must have besides its form. */
export function isLikelySecret(text: string, keyword: string, rule: RedactionRule): boolean {
  const value = text.startsWith(keyword) ? text.slice(keyword.length) : text;
  if (value.startsWith('[redacted:') || rule.except?.test(value)) return false;
  if (rule.isMixed && !(/[0-9]/.test(value) && /[A-Za-z]/.test(value))) return false;
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

import { isLikelySecret, type RedactionRule, type TextSearch } from './rule.ts';

/** The position of a secret in a text. */
export interface Hit {
  /** The start of the text that reveals it. */
  from: number;
  start: number;
  end: number;
  name: string;
  /** The text before it revealed it, not its own form. A rule that knows the form names it better. */
  isByContext: boolean;
}

/** Finds secrets in texts. */
export interface Scanner {
  /** The secrets of a text in order, without overlaps. Undefined if there are none. */
  find(text: string): Hit[] | undefined;
  /** True if the text contains a keyword of any secret. */
  hasKeyword(text: string): boolean;
  /** The number of patterns tried: the cost of a text beyond one look at each of its characters. */
  readonly attempts: number;
}

/** The shortest secret of our rules is a password in an address, with the text around it. */
const LEAST_LENGTH = 9;

/**
 * One pass finds the keywords of all rules, and a pattern runs only at one of its own. Every pattern is bounded, so the
 * cost of a text grows with its length and no faster.
 */
export function createScanner(rules: readonly RedactionRule[]): Scanner {
  const candidatesOf = candidatesByKeyword(rules);
  const keywords = keywordPattern(rules);
  const leastLength = Math.min(...rules.map((rule) => rule.leastLength ?? LEAST_LENGTH));
  let attempts = 0;

  function hitAt(text: string, keyword: string, at: number, search: TextSearch): Hit | undefined {
    for (const { rule, length } of candidatesOf.get(keyword) ?? []) {
      attempts += 1;
      const hit = tryRule(rule, text, at, length, search);
      if (hit) return hit;
    }
    return undefined;
  }

  return {
    find(text) {
      if (text.length < leastLength) return undefined;
      keywords.lastIndex = 0;
      let found = keywords.exec(text);
      if (!found) return undefined;
      const hits: Hit[] = [];
      const search = createTextSearch(text);
      for (; found; found = keywords.exec(text)) {
        const hit = hitAt(text, found[0], found.index, search);
        if (hit) hits.push(hit);
        // Another keyword may begin inside this one, or inside a value known only by the text before it.
        keywords.lastIndex = hit && !hit.isByContext ? hit.end : found.index + 1;
      }
      return hits.length === 0 ? undefined : inOrder(hits);
    },
    hasKeyword: (text) => text.search(keywords) !== -1,
    get attempts() {
      return attempts;
    },
  };
}

/** Matches the keywords of rules, the longest of those that begin at one position. */
export function keywordPattern(rules: readonly RedactionRule[]): RegExp {
  const keywords = [...new Set(rules.flatMap((rule) => rule.keywords))];
  const longestFirst = keywords.sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(escaped).join('|'), 'g');
}

/** A rule to try at a keyword, and the length of its own keyword there. */
interface Candidate {
  rule: RedactionRule;
  length: number;
}

/** For each keyword, the rules that it begins, and those that a shorter keyword begins at the same position. */
function candidatesByKeyword(rules: readonly RedactionRule[]): Map<string, Candidate[]> {
  const candidates = new Map<string, Candidate[]>();
  for (const keyword of new Set(rules.flatMap((rule) => rule.keywords))) {
    const fitting = rules.flatMap((rule) => {
      const lengths = rule.keywords.filter((other) => keyword.startsWith(other)).map((other) => other.length);
      return lengths.length === 0 ? [] : [{ rule, length: Math.max(...lengths) }];
    });
    candidates.set(keyword, fitting);
  }
  return candidates;
}

function tryRule(
  rule: RedactionRule,
  text: string,
  keywordAt: number,
  keywordLength: number,
  search: TextSearch,
): Hit | undefined {
  const { begins, pattern, name } = rule;
  const afterKeyword = keywordAt + keywordLength;
  const at = begins === undefined ? keywordAt : begins === 'after' ? afterKeyword : begins(text, keywordAt);
  if (at < 0 || (!rule.isAnywhere && !isBorder(text, at))) return undefined;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (!match) return undefined;
  const value = match[1] ?? match[0];
  if (!isLikelySecret(value, text.slice(keywordAt, afterKeyword), rule)) return undefined;
  const end = at + match[0].length;
  return {
    from: Math.min(at, keywordAt),
    start: end - value.length,
    end: rule.endsAt ? rule.endsAt(text, end, search) : end,
    name,
    isByContext: rule.isByContext === true,
  };
}

/** Texts that end with a letter or a digit but are not words: escapes of JSON, of addresses and of terminals. */
const ESCAPE_BEFORE = /(?:\\[abefnrtv0]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|%[0-9a-fA-F]{2}|\[[0-9;]{0,20}[mKHJ])$/;
const LONGEST_ESCAPE = 24;

/** True if a word can begin there. */
export function isBorder(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text.charCodeAt(at - 1);
  if (!isLetterOrDigit(before)) return before !== HYPHEN && before !== UNDERSCORE;
  // Mostly it is a word, and there is no character of an escape.
  for (let index = at - 2; index >= Math.max(0, at - LONGEST_ESCAPE); index -= 1) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH || code === PERCENT || code === BRACKET) return ESCAPE_BEFORE.test(text.slice(index, at));
    if (!isLetterOrDigit(code) && code !== SEMICOLON) return false;
  }
  return false;
}

const [HYPHEN, UNDERSCORE, BACKSLASH, PERCENT, BRACKET, SEMICOLON] = [0x2d, 0x5f, 0x5c, 0x25, 0x5b, 0x3b];

function isLetterOrDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

function createTextSearch(text: string): TextSearch {
  const known = new Map<string, number>();
  return {
    next(word, from) {
      const last = known.get(word);
      if (last !== undefined && (last === -1 || last >= from)) return last;
      const found = text.indexOf(word, from);
      known.set(word, found);
      return found;
    },
  };
}

/** A hit that begins inside another is part of it. */
function inOrder(hits: Hit[]): Hit[] {
  hits.sort((a, b) => a.start - b.start || Number(a.isByContext) - Number(b.isByContext));
  const kept: Hit[] = [];
  for (const hit of hits) {
    const last = kept.at(-1);
    if (!last || hit.start >= last.end) kept.push(hit);
    else if (hit.end > last.end) last.end = hit.end;
  }
  return kept;
}

export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

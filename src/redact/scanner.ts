import { isLikelySecret, type RedactionRule, type TextSearch } from './rule.ts';

/** A secret's place in a text. */
export interface Hit {
  /** Where what tells of it begins. */
  from: number;
  start: number;
  end: number;
  name: string;
  /** What stands before it told, not its own form: a rule that knows the form knows better what it is. */
  isByContext: boolean;
}

/** Finds secrets in texts. */
export interface Scanner {
  /** The secrets of a text in their order, none over another; undefined for none. */
  find(text: string): Hit[] | undefined;
  /** Whether one of the words that secrets are found by stands in the text. */
  hasKeyword(text: string): boolean;
  /** How often a pattern was tried: what a text costs beyond one look at each of its characters. */
  readonly attempts: number;
}

/** The shortest secret of our rules is a password in an address, with what stands around it. */
const LEAST_LENGTH = 9;

/**
 * One pass finds the keywords of all rules; a pattern runs only where one of its own stands. Every pattern has a bound,
 * so the cost of a text grows with its length and no faster.
 */
export function createScanner(rules: readonly RedactionRule[]): Scanner {
  const rulesOf = rulesByKeyword(rules);
  const keywords = keywordPattern(rules);
  const leastLength = Math.min(...rules.map((rule) => rule.leastLength ?? LEAST_LENGTH));
  let attempts = 0;

  function hitAt(text: string, keyword: string, at: number, search: TextSearch): Hit | undefined {
    for (const rule of rulesOf.get(keyword) ?? []) {
      attempts += 1;
      const hit = tryRule(rule, text, keywordOf(rule, keyword), at, search);
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
        // Another keyword may begin inside of this one, or of a value that only what stands before it tells of.
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

/** Finds the keywords of rules, the longest of those that begin at one place. */
export function keywordPattern(rules: readonly RedactionRule[]): RegExp {
  const keywords = [...new Set(rules.flatMap((rule) => rule.keywords))];
  const longestFirst = keywords.sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(escaped).join('|'), 'g');
}

/** By each keyword the rules that it begins, and those that a shorter keyword begins at the same place. */
function rulesByKeyword(rules: readonly RedactionRule[]): Map<string, RedactionRule[]> {
  const keywords = new Set(rules.flatMap((rule) => rule.keywords));
  return new Map(
    [...keywords].map((keyword) => [
      keyword,
      rules.filter((rule) => rule.keywords.some((other) => keyword.startsWith(other))),
    ]),
  );
}

/** The longest keyword of the rule that stands where `found` does. */
function keywordOf(rule: RedactionRule, found: string): string {
  let longest = '';
  for (const keyword of rule.keywords) {
    if (found.startsWith(keyword) && keyword.length > longest.length) longest = keyword;
  }
  return longest;
}

function tryRule(
  rule: RedactionRule,
  text: string,
  keyword: string,
  keywordAt: number,
  search: TextSearch,
): Hit | undefined {
  const { begins, pattern, name } = rule;
  const at =
    begins === undefined ? keywordAt : begins === 'after' ? keywordAt + keyword.length : begins(text, keywordAt);
  if (at < 0 || (!rule.isAnywhere && !isBorder(text, at))) return undefined;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (!match) return undefined;
  const value = match[1] ?? match[0];
  if (!isLikelySecret(value, keyword, rule)) return undefined;
  const end = at + match[0].length;
  return {
    from: Math.min(at, keywordAt),
    start: end - value.length,
    end: rule.endsAt ? rule.endsAt(text, end, search) : end,
    name,
    isByContext: rule.isByContext === true,
  };
}

const WORD_CHARACTER = /[\w-]/;
/** What ends with a letter or a digit and is no word: escapes of JSON, of addresses and of terminals. */
const ESCAPE_BEFORE = /(?:\\[abefnrtv0]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|%[0-9a-fA-F]{2}|\[[0-9;]{0,20}[mKHJ])$/;

/** Whether a word can begin there. */
export function isBorder(text: string, at: number): boolean {
  if (at === 0 || !WORD_CHARACTER.test(text.charAt(at - 1))) return true;
  return ESCAPE_BEFORE.test(text.slice(Math.max(0, at - 30), at));
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

/** Those that begin inside of another are part of it. */
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

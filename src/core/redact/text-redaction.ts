import { coreLimits } from '../../limits/core.ts';
import type { StringRedaction } from './redact-value.ts';
import { redactionRules } from './rules.ts';
import { createScanner, type Hit, isBorder, keywordPattern, type Scanner } from './scanner.ts';

/** The ways to redact a text, by how much of it is there. */
export interface TextRedaction {
  /** Whole strings. */
  whole: StringRedaction;
  /** The beginning of a text of which more comes: what could be a part of a secret is left out at its end. */
  begun(text: string): string;
  /** A text that ends where its writer was stopped: a part of a secret at its end is replaced. */
  cutShort(text: string): string;
  /** A piece that nobody can join to the others. */
  piece(text: string): string;
  /** How much of a text has no part of a secret that what follows could complete. */
  safeLength(text: string): number;
}

/** How far before a secret the words may stand that tell of it. */
const CONTEXT_LENGTH = 400;
/** Names of fields are short. */
const LONGEST_NAME = 64;
const LEAST_KEY_LENGTH = 20;
/** From here on it is worth a look whether a text is nothing but base64. */
const LONG_BASE64 = 4096;
const BASE64 = /^(?:data:[\w.+-]{1,60}\/[\w.+-]{1,60};base64,)?[A-Za-z0-9+/]{1,}={0,2}$/;
const PIECE_MARK = '[redacted:piece]';

const byContext = createScanner(redactionRules.filter(({ isByContext }) => isByContext));
const tokenStart = keywordPattern(redactionRules.filter(({ isByContext }) => !isByContext));

export function createTextRedaction(
  scanner: Scanner,
  count: (rule: string, value: string) => void,
  shorten: (text: string) => string = (text) => text,
): TextRedaction {
  function marked(text: string, hits: readonly Hit[]): string {
    const parts: string[] = [];
    let last = 0;
    for (const { start, end, name } of hits) {
      count(name, text.slice(start, end));
      parts.push(text.slice(last, start), `[redacted:${name}]`);
      last = end;
    }
    return parts.join('') + text.slice(last);
  }

  function redactText(text: string, key: string): string {
    if (isBase64(text)) return text;
    // What names a value stands before it, as in JSON.
    const name = isTelling(key) ? `${key}": "` : '';
    const hits = name === '' ? scanner.find(text) : insideOf(scanner.find(`${name}${text}"`), name.length, text.length);
    return shorten(hits ? marked(text, hits) : text);
  }

  const whole: StringRedaction = {
    text: redactText,
    key: (key) => (key.length < LEAST_KEY_LENGTH ? shorten(key) : redactText(key, '')),
  };

  return {
    whole,
    begun(text) {
      const run = startOfLastRun(text);
      const isDoubtful = scanner.hasKeyword(text.slice(Math.max(0, run - CONTEXT_LENGTH)));
      return redactText(isDoubtful ? `${text.slice(0, run)}…` : text, '');
    },
    cutShort(text) {
      const safe = redactText(text, '');
      const at = startOfToken(safe);
      if (at === -1) return safe;
      count('piece', safe.slice(at));
      return safe.slice(0, at) + PIECE_MARK;
    },
    piece(text) {
      return text.trim() === '' ? text : PIECE_MARK;
    },
    safeLength(text) {
      let length = text.length - coreLimits.heldTextTail;
      for (const { from, end } of (scanner.find(text) ?? []).reverse()) {
        if (from < length && length < end) length = from;
      }
      return length;
    },
  };
}

/** Images. Only by chance could a rule find something in one, and would spoil it. */
function isBase64(text: string): boolean {
  return text.length >= LONG_BASE64 && BASE64.test(text);
}

/** Whether a value under that name is secret by its name. */
function isTelling(key: string): boolean {
  return key.length >= 5 && key.length <= LONGEST_NAME && byContext.hasKeyword(key);
}

function insideOf(hits: readonly Hit[] | undefined, start: number, length: number): Hit[] | undefined {
  const inside = (hits ?? []).flatMap((hit) => {
    const moved = { ...hit, start: Math.max(0, hit.start - start), end: Math.min(length, hit.end - start) };
    return moved.end > moved.start ? [moved] : [];
  });
  return inside.length === 0 ? undefined : inside;
}

/** Where the characters begin that have no white space among them, up to the end; not further back than any token is long. */
function startOfLastRun(text: string): number {
  const least = Math.max(0, text.length - coreLimits.heldTextTail);
  let at = text.length;
  while (at > least && !/\s/.test(text.charAt(at - 1))) at -= 1;
  return at;
}

/** Where a token begins that the text ends in; -1 for none. A few letters more than its name tell nothing yet. */
function startOfToken(text: string): number {
  const run = startOfLastRun(text);
  const tail = text.slice(run);
  for (const { index, 0: keyword } of tail.matchAll(tokenStart)) {
    const rest = tail.slice(index + keyword.length);
    if (rest.length >= 8 && /^[\w.~+/=-]{8,}$/.test(rest) && isBorder(text, run + index)) return run + index;
  }
  return -1;
}

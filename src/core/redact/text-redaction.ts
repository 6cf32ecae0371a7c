import { coreLimits } from '../../limits/core.ts';
import type { StringRedaction } from './redact-value.ts';
import { redactionRules } from './rules.ts';
import { createScanner, type Hit, isBorder, keywordPattern, type Scanner } from './scanner.ts';

/** Ways to redact a text, by how much of it is known. */
export interface TextRedaction {
  /** Redacts whole strings. */
  whole: StringRedaction;
  /** Redacts the beginning of a text. Leaves out the end if it could be part of a secret. */
  begun(text: string): string;
  /** Redacts a text whose writer was stopped. Replaces part of a secret at its end. */
  cutShort(text: string): string;
  /** Redacts a piece that cannot be joined to the others. */
  piece(text: string): string;
  /** The length of the text that holds no part of a secret which later text could complete. */
  safeLength(text: string): number;
}

/** The greatest distance between a secret and the words before it that reveal it. */
const CONTEXT_LENGTH = 400;
/** Names of fields are short. */
const LONGEST_NAME = 64;
const LEAST_KEY_LENGTH = 20;
/** Longer texts are checked for being nothing but base64. */
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
    // The name of a value stands before it, as in JSON.
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

/** True for images. A rule could match in one only by chance, and would spoil it. */
function isBase64(text: string): boolean {
  return text.length >= LONG_BASE64 && BASE64.test(text);
}

/** True if the name alone makes its value secret. */
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

/** The start of the last run without white space, no further back than the longest token. */
function startOfLastRun(text: string): number {
  const least = Math.max(0, text.length - coreLimits.heldTextTail);
  let at = text.length;
  while (at > least && !/\s/.test(text.charAt(at - 1))) at -= 1;
  return at;
}

/** The start of a token at the end of the text, or -1. A few letters after its name prove nothing yet. */
function startOfToken(text: string): number {
  const run = startOfLastRun(text);
  const tail = text.slice(run);
  for (const { index, 0: keyword } of tail.matchAll(tokenStart)) {
    const rest = tail.slice(index + keyword.length);
    if (rest.length >= 8 && /^[\w.~+/=-]{8,}$/.test(rest) && isBorder(text, run + index)) return run + index;
  }
  return -1;
}

import * as coreLimits from '../../limits/core.ts';
import { commonPairs } from './letter-pairs.ts';
import type { MarkOf } from './marks.ts';
import { isSecret, markName } from './named-secret.ts';
import type { StringRedaction } from './redact-value.ts';
import type { RedactionLevel } from './redactor-options.ts';
import { isBorder } from './scan/borders.ts';
import { contextHit, type Hit } from './scan/hit.ts';
import type { SecretScanner } from './secret-scanner.ts';
import { isReference } from './value.ts';

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
/** Proofs of what a model thought, and what only its service can read: other programs check them. */
const NEVER_KEYS: ReadonlySet<string> = new Set([
  'signature',
  'thoughtSignature',
  'thought_signature',
  'encrypted_content',
]);

/** Keys whose values have a form of their own: a scheme before the token, or several values. */
const HEADER_KEY = /(?:authorization|cookie)$/i;

export interface TextRedactionOptions {
  /** Told of every secret that is found. */
  count: (rule: string, value: string) => void;
  mark: MarkOf;
  level: RedactionLevel;
  shorten?: ((text: string) => string) | undefined;
}

export function createTextRedaction(scanner: SecretScanner, options: TextRedactionOptions): TextRedaction {
  const { count, mark, level, shorten = (text) => text } = options;

  function marked(text: string, hits: readonly Hit[]): string {
    const parts: string[] = [];
    let last = 0;
    for (const { start, end, name } of hits) {
      const value = text.slice(start, end);
      count(name, value);
      parts.push(text.slice(last, start), mark(name, value));
      last = end;
    }
    return parts.join('') + text.slice(last);
  }

  function redactText(text: string, key: string): string {
    if (isBase64(text)) return text;
    const hits = hitsOf(text, key);
    return shorten(hits ? marked(text, hits) : text);
  }

  /** A key tells of its value what it would in a text. */
  function hitsOf(text: string, key: string): readonly Hit[] | undefined {
    if (key.length < 3 || key.length > LONGEST_NAME || NEVER_KEYS.has(key)) return scanner.find(text);
    if (HEADER_KEY.test(key)) {
      const name = `${key.toLowerCase()}: `;
      return insideOf(scanner.find(name + text), name.length, text.length);
    }
    const hits = scanner.find(text);
    const strength = scanner.strengthOf(key);
    if (strength === 0 || !isSecret(key, text, strength, 'quoted', level)) return hits;
    const [first] = hits ?? [];
    if (first && !first.isByContext && first.start === 0 && first.end === text.length) return hits;
    return [contextHit(0, 0, text.length, markName(key, text, true, false))];
  }

  const whole: StringRedaction = {
    text: redactText,
    secret: (text) =>
      text.length < 3 || isReference(text)
        ? redactText(text, '')
        : marked(text, [contextHit(0, 0, text.length, 'secret-value')]),
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
      const at = startOfToken(scanner, safe);
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

const TOKEN_REST = /^[\w.~+/=-]{8,65536}$/;

/** The start of a token at the end of the text, or -1. A few letters after its name prove nothing yet. */
function startOfToken(scanner: SecretScanner, text: string): number {
  const run = startOfLastRun(text);
  for (let found = scanner.tokenStart(text, run); found; found = scanner.tokenStart(text, found.at + 1)) {
    const rest = text.slice(found.at + found.length);
    if (TOKEN_REST.test(rest) && isBorder(text, found.at) && isTelling(found.length, rest)) return found.at;
  }
  return -1;
}

/** A short beginning is that of many words. */
function isTelling(length: number, rest: string): boolean {
  return length >= 4 || (/\d/.test(rest) && commonPairs(rest.slice(0, 64)) < 0.5);
}

import { isLikelyPassword } from './line-below.ts';
import { valuesOfList } from './name-list.ts';
import { valueAfter } from './name-value.ts';
import { isSecret, markName } from './named-secret.ts';
import { NAME_WORDS, plainName, type Strength, strengthOf } from './names.ts';
import { shown } from './own-rule.ts';
import { isLetterOrDigit } from './scan/borders.ts';
import { contextHit, type Hit } from './scan/hit.ts';
import type { Reading } from './scan/reading.ts';
import type { Trigger } from './scan/trigger.ts';
import { isSpacedPassword } from './spaced-password.ts';
import { columns } from './structures/columns.ts';
import { isMadeValue } from './value.ts';

/** No more of a name is read to either side. */
const LONGEST_SIDE = 64;
/** Words before `key` and `token` in a sentence: `API key: …`. */
const WORDS_BEFORE =
  /(?:(?:my|our|your)[ ][a-z][\w-]{2,20}[ ]|(?:(?:api|secret|access|auth|private|signing|encryption|master|account|refresh|bearer|session|admin|service|license|client|app|storage|shared|bot|deploy|security|personal|unseal|recovery|aes|hmac|wallet|webhook|wifi|wi-fi|2fa|mfa|otp|totp)[ ]){1,2})$/i;

/** Judges names. `own` are names that a person added. */
export function createNameJudge(own: readonly string[] = []): (name: string) => Strength {
  if (own.length === 0) return strengthOf;
  const names = own.map(ownName);
  return (name) => {
    const plain = plainName(name);
    return names.some((one) => plain === one || plain.endsWith(`_${one}`)) ? 2 : strengthOf(name);
  };
}

/** Triggers at the words of names that tell their values: beside them, or below them in a table. */
export function nameTriggers(own: readonly string[] = []): Trigger[] {
  const judge = createNameJudge(own);
  const words = new Set<string>([...NAME_WORDS, ...own.map((name) => telling(ownName(name)))]);
  return [...words].map((word) => ({
    word,
    isFolded: true,
    isByContext: true,
    // The signs after a short word are searched for with it, and are no part of it.
    find: (reading, at) =>
      valueOfName(reading, at, word.replace(/[ :=].*$/, '').length, judge) ?? columns(reading, at, judge),
  }));
}

function ownName(name: string): string {
  const plain = typeof name === 'string' ? plainName(name).replace(/^_{1,64}/, '') : '';
  if (telling(plain).length < 3)
    throw new TypeError(`cannot redact by the name ${shown(name)}: it needs a word of at least 3 letters`);
  return plain;
}

/** The longest word of a name: what is searched for. */
function telling(plain: string): string {
  return plain.split('_').reduce((longest, word) => (word.length >= longest.length ? word : longest), '');
}

function isNameCharacter(code: number): boolean {
  return isLetterOrDigit(code) || code === 0x5f || code === 0x2d || code === 0x2e || code === 0xf1;
}

function valueOfName(
  reading: Reading,
  at: number,
  length: number,
  judge: (name: string) => Strength,
): Hit | readonly Hit[] | undefined {
  const { text } = reading;
  // The sign before a field of a query belongs to the word that was searched for.
  if (text.charCodeAt(at) === 0x26 || text.charCodeAt(at) === 0x3f)
    return valueOfName(reading, at + 1, length - 1, judge);
  const end = nameEnd(text, at + length);
  // A name with two such words is one name, and a value is no name.
  if (end === reading.judgedName || reading.isInFound(at)) return undefined;
  reading.judgedName = end;
  if (!mayHaveValue(text.charCodeAt(end))) return undefined;
  const start = nameStart(text, at);
  const isBesideUser = isPasswordBesideUser(text, start, end);
  const full = fullName(text, start, end);
  const strength = isBesideUser ? 2 : judge(full);
  if (strength === 0) return undefined;
  const listed = valuesOfList(reading, start, end, strength);
  if (listed) return listed;
  const value = valueAfter(reading, start, end);
  if (!value) return undefined;
  const name = text.slice(start, end);
  const found = text.slice(value.start, value.end);
  const standing = isBesideUser && value.standing === 'code' && isLikelyPassword(found) ? 'setting' : value.standing;
  // Where names flood a text there is no more judgement: in doubt the value goes.
  const isDoubtful = !reading.pay(found.length);
  const isSure = isDoubtful || (strength === 2 && isSpacedPassword(text, start, end, value));
  if (!isSure && value.isLoose && !isMadeValue(found, value.standing, 12)) return undefined;
  if (!isSure && !isSecret(full, found, value.isLoose ? 1 : strength, standing, reading.level)) return undefined;
  reading.found(value.start, value.end);
  return contextHit(
    start,
    value.start,
    value.end,
    markName(name, found, value.quote !== '', text.charCodeAt(value.start - 1) === 0x3d),
  );
}

const USER_BEFORE =
  /(?:\b|\\[nrt])(?:user(?:name)?|login)["'`]?[ \t]{0,2}[:=][ \t]{0,2}["'`]?[\w.@+-]{1,60}["'`]?[ \t]{0,2}[,;/|&]?[ \t]{0,2}$/i;

/** `user: joe, pass: …`: there the short word says what it means. */
function isPasswordBesideUser(text: string, start: number, end: number): boolean {
  return (
    end - start <= 8 &&
    /^(?:pass|pw|pwd|password)$/i.test(text.slice(start, end)) &&
    USER_BEFORE.test(text.slice(Math.max(0, start - 80), start))
  );
}

function nameEnd(text: string, from: number): number {
  let end = from;
  const last = from + LONGEST_SIDE;
  while (end < last && isNameCharacter(text.charCodeAt(end))) end += 1;
  while (end > from && (text.charCodeAt(end - 1) === 0x2e || text.charCodeAt(end - 1) === 0x2d)) end -= 1;
  return end;
}

function nameStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < LONGEST_SIDE && isNameCharacter(text.charCodeAt(start - 1))) start -= 1;
  while (start < at && (text.charCodeAt(start) === 0x2d || text.charCodeAt(start) === 0x2e)) start += 1;
  // The letter of an escape is no part of the name: `\ntoken` is no number of tokens.
  const isEscape = start < at && text.charCodeAt(start - 1) === 0x5c && /[nrt]/.test(text.charAt(start));
  return isEscape ? start + 1 : start;
}

/** Signs that may stand between a name and its value. */
function mayHaveValue(code: number): boolean {
  // = : > " ' ` space tab | [ ] * \ ? ! ( newline < % &, and a box's line
  return (
    code === 0x3d ||
    code === 0x3a ||
    code === 0x3e ||
    code === 0x22 ||
    code === 0x27 ||
    code === 0x60 ||
    code === 0x20 ||
    code === 0x09 ||
    code === 0x7c ||
    code === 0x5b ||
    code === 0x5d ||
    code === 0x2a ||
    code === 0x5c ||
    code === 0x3f ||
    code === 0x21 ||
    code === 0x28 ||
    code === 0x0a ||
    code === 0x0d ||
    code === 0x3c ||
    code === 0x25 ||
    code === 0x26 ||
    code === 0x2502
  );
}

function fullName(text: string, start: number, end: number): string {
  const name = text.slice(start, end);
  if (text.charCodeAt(start - 1) !== 0x20 || name.length > 12) return name;
  const before = WORDS_BEFORE.exec(text.slice(Math.max(0, start - 28), start))?.[0] ?? '';
  return before + name;
}

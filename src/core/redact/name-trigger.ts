import { valueAfter } from './name-value.ts';
import { isPasswordName, NAME_WORDS, plainName, type Strength, strengthOf } from './names.ts';
import { shown } from './own-rule.ts';
import type { RedactionLevel } from './redactor-options.ts';
import { isLetterOrDigit } from './scan/borders.ts';
import { contextHit, type Hit } from './scan/hit.ts';
import type { Reading } from './scan/reading.ts';
import type { Trigger } from './scan/trigger.ts';
import { isMadeValue, isSecretValue, looksMade, type Standing } from './value.ts';

/** No more of a name is read to either side. */
const LONGEST_SIDE = 64;
/** Words before `key` and `token` in a sentence: `API key: …`. */
const WORDS_BEFORE =
  /(?:(?:api|secret|access|auth|private|signing|encryption|master|account|refresh|bearer|session|admin|service|license|client|app|storage|shared|bot|deploy|security|personal|unseal|recovery)[ ]){1,2}$/i;
const PHRASE_NAME = /(?:mnemonic|phrase)$/;
const PHRASE = /^[a-z]{3,10}(?: [a-z]{3,10}){11,23}$/;

/** Judges names. `own` are names that a person added. */
export function createNameJudge(own: readonly string[] = []): (name: string) => Strength {
  if (own.length === 0) return strengthOf;
  const names = own.map(ownName);
  return (name) => {
    const plain = plainName(name);
    return names.some((one) => plain === one || plain.endsWith(`_${one}`)) ? 2 : strengthOf(name);
  };
}

/** Triggers at the words of names that tell their values. */
export function nameTriggers(own: readonly string[] = []): Trigger[] {
  const judge = createNameJudge(own);
  const words = new Set<string>([...NAME_WORDS, ...own.map((name) => telling(ownName(name)))]);
  return [...words].map((word) => ({
    word,
    isFolded: true,
    isByContext: true,
    // The sign after a short word is searched for with it, and is no part of it.
    find: (reading, at) => valueOfName(reading, at, word.replace(/=$/, '').length, judge),
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

function valueOfName(reading: Reading, at: number, length: number, judge: (name: string) => Strength): Hit | undefined {
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
  const strength = judge(fullName(text, start, end));
  if (strength === 0) return undefined;
  const value = valueAfter(reading, start, end);
  if (!value) return undefined;
  const name = text.slice(start, end);
  const found = text.slice(value.start, value.end);
  // Where names flood a text there is no more judgement: in doubt the value goes.
  const isDoubtful = !reading.pay(found.length);
  if (!isDoubtful && value.isLoose && !isMadeValue(found, value.standing, 12)) return undefined;
  if (!isDoubtful && !isSecret(name, found, value.isLoose ? 1 : strength, value.standing, reading.level))
    return undefined;
  reading.found(value.start, value.end);
  return contextHit(
    start,
    value.start,
    value.end,
    markName(name, found, value.quote !== '', text.charCodeAt(value.start - 1) === 0x3d),
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
  // = : > " ' ` space tab | ] * \ ? ! ( newline < % &, and a box's line
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
  const before = WORDS_BEFORE.exec(text.slice(Math.max(0, start - 24), start))?.[0] ?? '';
  return before + name;
}

/** True if a value is secret by its name. */
export function isSecret(
  name: string,
  value: string,
  strength: Strength,
  standing: Standing,
  level: RedactionLevel,
): boolean {
  const isStrict = level === 'strict';
  const plain = plainName(name);
  if (PHRASE_NAME.test(plain) && PHRASE.test(value)) return true;
  if (/(?:^|_)auth$|userpwd$|basic_auth$/.test(plain) && isUserAndPassword(value)) return true;
  if (strength === 2) return isSecretValue(value, standing, isStrict && plain !== 'pass');
  if (strength === 0) return false;
  if (/(?:^|_)pass$/.test(plain))
    return standing !== 'code' && standing !== 'prose' && isSecretValue(value, standing, false);
  // A bare `key` is mostly the key of a table.
  if (plain === 'key' || plain === 'keys')
    return isMadeValue(value, standing, 20) && /[a-z]/.test(value) && /[A-Z]/.test(value);
  if (/signature$|sig$/.test(plain))
    return (
      (standing === 'setting' || standing === 'code') &&
      /^(?:sig|x_amz_signature|x_goog_signature|signature)$/.test(plain) &&
      isMadeValue(value, standing, 20)
    );
  return isMadeValue(value, standing, isStrict ? 12 : 16);
}

/** Base64 of `user:password`, as Docker and npm keep it. */
function isUserAndPassword(value: string): boolean {
  if (!/^[A-Za-z0-9+/]{8,400}={0,2}$/.test(value) || value.length % 4 === 1) return false;
  try {
    return /^[\x21-\x39\x3b-\x7e]{1,80}:[\x20-\x7e]{3,200}$/.test(atob(value));
  } catch {
    return false;
  }
}

/** Names the secret by what its name says, as far as that tells more than how it stands. */
export function markName(name: string, value: string, isQuoted: boolean, isAfterEquals: boolean): string {
  const plain = plainName(name);
  if (/secret_?access_?key$/.test(plain) && looksMade(value) && value.length === 40) return 'aws-secret';
  if (/account_?key$/.test(plain) && value.endsWith('==')) return 'azure-account-key';
  if (isQuoted) return 'assignment';
  if (isAfterEquals) return 'env-value';
  return isPasswordName(plain) ? 'password' : 'secret-value';
}

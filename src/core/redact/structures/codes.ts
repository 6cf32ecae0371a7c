import { contextHit, type Hit } from '../scan/hit.ts';
import type { Reading } from '../scan/reading.ts';
import type { Trigger } from '../scan/trigger.ts';
import { isPlaceholder, isReference, isWordOfCode, looksMade } from '../value.ts';

/** Words that say what a code is for. */
const FOR = [
  'recovery',
  'backup',
  'verification',
  'scratch',
  'one-time',
  'one_time',
  'onetime',
  'two-factor',
  'two_factor',
];
/** Names of codes by themselves, with what may follow: most words that hold `pin` go on with a letter. */
const SHORT = ['pin', 'puk', 'otp', 'mfa', '2fa'].flatMap((word) => [...':= "\'_-*\\`'].map((sign) => word + sign));

const NAME =
  /(?:(?:recovery|backup|verification|scratch|one[-_ ]?time|two[-_ ]?factor|mfa|2fa|totp|otp)[-_ ]?(?:authentication[-_ ])?(?:recovery[-_ ]|backup[-_ ])?(?:codes?|password|passcode|pin)|pin(?:[-_ ]?code)?|puk(?:[-_ ]?code)?|t?otp)(?=[^A-Za-z0-9_]|$)/iy;
/** From the name to the first code. */
const TO_VALUE =
  /\\{0,7}["'`]?\*{0,2}[ \t]{0,3}(?:[:=]{1,2}|=>| (?:is|are)(?: now)?:?| for (?:the )?\w{1,20} is|(?= \d{4,8}(?!\d)))\*{0,2}/iy;
/** Breaks, brackets, quotes, bullets and numbers between two codes. */
const BETWEEN = /(?:[ \t,[`"']|\r?\n|\\{1,4}[nt"]){1,24}(?:(?:\d{1,2}[.)]|[-*•])[ \t]{1,4})?(?:\\{0,7}["'`])?/y;
const LISTED = /[ \t]{0,3}\r?\n/y;
const CODE = /(?:\d{4} \d{4}|[A-Za-z0-9]{3,10}(?:-[A-Za-z0-9]{3,10}){1,9}|[A-Za-z0-9]{4,40})(?![\w/.(-]*[\w/(-])/y;
const MOST_CODES = 40;

/** The codes after their name: one, or a list of them. */
function codes(reading: Reading, at: number): Hit[] | undefined {
  const { text } = reading;
  if (!isAlone(text, at) || reading.isInFound(at)) return undefined;
  NAME.lastIndex = at;
  const [name] = NAME.exec(text) ?? [];
  if (name === undefined) return undefined;
  const isPlural = /codes$/i.test(name);
  const start = valueStart(text, at + name.length, isPlural);
  if (start === -1) return undefined;
  const hits: Hit[] = [];
  for (let position = start; hits.length < MOST_CODES; ) {
    if (!reading.pay(64)) break;
    BETWEEN.lastIndex = position;
    const from = BETWEEN.test(text) ? BETWEEN.lastIndex : position;
    CODE.lastIndex = from;
    const [code] = CODE.exec(text) ?? [];
    if (code === undefined || !isCode(code, name)) break;
    position = from + code.length;
    hits.push(contextHit(at, from, position, 'code'));
    if (!isPlural) break;
  }
  return hits.length === 0 ? undefined : hits;
}

/** A word of its own, or the end of a name: `SIM_PIN`. */
function isAlone(text: string, at: number): boolean {
  return (
    at === 0 || !/[A-Za-z0-9.$-]/.test(text.charAt(at - 1)) || /\\[nrt]$/.test(text.slice(Math.max(0, at - 2), at))
  );
}

function valueStart(text: string, nameEnd: number, isPlural: boolean): number {
  TO_VALUE.lastIndex = nameEnd;
  if (TO_VALUE.test(text)) return TO_VALUE.lastIndex;
  LISTED.lastIndex = nameEnd;
  return isPlural && LISTED.test(text) ? nameEnd : -1;
}

/** Digits, or groups of letters and digits that make no word. */
function isCode(code: string, name: string): boolean {
  if (isReference(code) || isPlaceholder(code) || isWordOfCode(code)) return false;
  if (/^(?:\d{4,8}|\d{4} \d{4})$/.test(code)) return new Set(code).size > 1;
  if (/^pin|^puk|otp$/i.test(name)) return false;
  if (/^\d{4}-\d{2}-\d{2}$/.test(code)) return false;
  if (/[A-Za-z]/.test(code) && /\d/.test(code) && code.length >= 8) return true;
  return code.includes('-') ? /^(?:\d{3,10}-){1,9}\d{3,10}$/.test(code) : looksMade(code, 12);
}

export const codeTriggers: readonly Trigger[] = [...FOR, ...SHORT].map((word) => ({
  word,
  isFolded: true,
  isByContext: true,
  find: codes,
}));

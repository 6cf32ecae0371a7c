import { isSecret, markName } from './named-secret.ts';
import { plainName, type Strength } from './names.ts';
import { contextHit, type Hit } from './scan/hit.ts';
import type { Reading } from './scan/reading.ts';
import { matchEnd, valueAt } from './standing-value.ts';

const BREAK = String.raw`(?:\s|\\{1,4}n){0,40}`;
/** Before each value of an object. */
const KEY = String.raw`(?:\\{0,7}["'\`]?[\w.-]{1,60}\\{0,7}["'\`]?[ \t]{0,3}(?:=>|[:=])[ \t]{0,3})?(?=\\{0,7}["'\`])`;
const LINE = String.raw`(?:\r?\n|\\{1,4}n)[ \t+]{0,40}- (?=\S)`;
/** From the name to the first of its list: `["…`, `{name: "…`, or a line of YAML that begins with `- `. */
const OPENING = new RegExp(
  String.raw`\\{0,7}["'\`]?[ \t]{0,4}(?:=>|[:=])[ \t]{0,4}(?:[[{]${BREAK}${KEY}|${LINE})`,
  'y',
);
const NEXT = new RegExp(String.raw`\\{0,7}["'\`]?[ \t]{0,3}(?:,${BREAK}${KEY}|${LINE})`, 'y');
const MOST_ITEMS = 200;

/** The secrets of a list whose name says what all of them are: `api_keys: ["…", "…"]`. */
export function valuesOfList(reading: Reading, start: number, end: number, strength: Strength): Hit[] | undefined {
  const { text, level } = reading;
  const last = text.charCodeAt(end - 1);
  if (last !== 0x73 && last !== 0x53) return undefined;
  const hits: Hit[] = [];
  let at = matchEnd(OPENING, text, end);
  const name = text.slice(start, end);
  const ofItem = /(?:password|passphrase|passcode)s$/.test(plainName(name)) ? 2 : strength;
  for (let items = 0; at !== -1 && items < MOST_ITEMS; items += 1) {
    const value = valueAt(reading, at, 'setting', false);
    if (!value) break;
    const item = text.slice(value.start, value.end);
    if (isSecret(name, item, ofItem, value.standing, level))
      hits.push(contextHit(start, value.start, value.end, markName(name, item, value.quote !== '', false)));
    at = matchEnd(NEXT, text, value.end);
  }
  return hits.length === 0 ? undefined : hits;
}

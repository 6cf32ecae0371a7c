import { contextHit, type Hit } from '../scan/hit.ts';
import type { Reading } from '../scan/reading.ts';
import type { Trigger } from '../scan/trigger.ts';
import { isPlaceholder, isReference, looksMade } from '../value.ts';

const START = /(?:\\{0,7}["'`])?[ \t]{0,3}[:=][ \t]{0,3}(?:\\{0,7}["'`])?|[ \t]{1,3}\\{0,7}["'`]?/y;
const PAIR = /[ \t]{0,3}([\w.%$-]{1,80})=([^\s;"'`\\,]{0,4096})(?:;|(?=[\s"'`\\,]|$))/y;
const TELLING = /sess|sid$|token|auth|csrf|xsrf|jwt|secret|login|remember|identity|^__(?:secure|host)-/i;
const LONGEST = 4096;
const MOST_PAIRS = 60;

/** The values of cookies that a server made: sessions and tokens, not settings. */
function cookies(reading: Reading, at: number, word: string): Hit[] | undefined {
  const { text } = reading;
  if (!reading.pay(0)) return undefined;
  START.lastIndex = at + word.length;
  if (!START.test(text)) return undefined;
  const hits: Hit[] = [];
  let position = START.lastIndex;
  for (let pairs = 0; pairs < MOST_PAIRS; pairs += 1) {
    PAIR.lastIndex = position;
    const match = PAIR.exec(text);
    if (!reading.pay(match?.[0].length ?? Math.min(reading.runEnd(position) - position, LONGEST)) || !match) break;
    const [, name = '', value = ''] = match;
    const start = position + match[0].indexOf('=') + 1;
    if (isCookieSecret(name, value)) hits.push(contextHit(at, start, start + value.length, 'cookie'));
    position = PAIR.lastIndex;
  }
  return hits.length === 0 ? undefined : hits;
}

function isCookieSecret(name: string, value: string): boolean {
  if (isReference(value) || isPlaceholder(value)) return false;
  return looksMade(value, TELLING.test(name) ? 8 : 20);
}

/** The tabs may be escapes: the text is a string of JSON inside of another. */
const JAR = /(?:TRUE|FALSE)(?:\t|\\{1,7}t)\d{1,12}(?:\t|\\{1,7}t)([^\t\n\\]{1,80})(?:\t|\\{1,7}t)([^\t\n\\]{8,4096})/y;

/** A line of the file that curl keeps cookies in. */
function jar({ text }: Reading, at: number): Hit | undefined {
  JAR.lastIndex = at;
  const [, name = '', value = ''] = JAR.exec(text) ?? [];
  if (!isCookieSecret(name, value)) return undefined;
  return contextHit(at, JAR.lastIndex - value.length, JAR.lastIndex, 'cookie');
}

const headerTriggers: readonly Trigger[] = ['cookie', '--cookie', '-b '].map((word) => ({
  word,
  isFolded: true,
  isByContext: true,
  find: (reading, at) => cookies(reading, at, word.trimEnd()),
}));

export const cookieTriggers: readonly Trigger[] = [
  ...headerTriggers,
  ...['TRUE\t', 'FALSE\t', 'TRUE\\', 'FALSE\\'].map((word) => ({ word, isByContext: true, find: jar })),
];

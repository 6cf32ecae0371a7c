import type { Reading } from './scan/reading.ts';
import { matchEnd, type NamedValue, valueAt } from './standing-value.ts';
import { looksMade } from './value.ts';

/** The value stands alone on the line below. In JSON that was cut off, the end of a line is an escape. */
const BELOW = /:?\*{0,2}[ \t]{0,8}(?:\r?\n|(?:\\{1,7}r)?\\{1,7}n){1,2}[ \t]{0,8}`{0,1}(?=\S)/y;
const LABEL = /^(?:[\w.-]{1,40}[_. -])?(?:pass(?:word|wd|phrase|code)|pwd|secret|token|key)$/i;
/** What stands before a label on its line: a few words, marks of Markdown. */
const BEFORE_LABEL = /(?:^|\n|\\n|:\\{0,7}")[\w\s>#*$'"`()-]{0,40}$/;
const AFTER_VALUE = /^(?:$|`?(?:\s|\\[rn]|$))/;

/** A password alone on the line below its label, as forms and password managers copy it. */
export function lineBelow(reading: Reading, nameStart: number, nameEnd: number): NamedValue | undefined {
  const { text } = reading;
  const below = matchEnd(BELOW, text, nameEnd);
  if (below === -1 || !LABEL.test(text.slice(nameStart, nameEnd))) return undefined;
  if (!BEFORE_LABEL.test(text.slice(Math.max(0, nameStart - 48), nameStart))) return undefined;
  const value = asProse(valueAt(reading, below, 'prose', false));
  if (!value) return undefined;
  const rest = text.slice(value.end, value.end + 3);
  return AFTER_VALUE.test(rest) && isLikelyPassword(text.slice(value.start, value.end)) ? value : undefined;
}

/** True if a word looks like a password by itself. */
export function isLikelyPassword(found: string): boolean {
  const hasDigits = (found.match(/\d/g)?.length ?? 0) >= 2 && /[A-Za-z]{2}/.test(found);
  return found.length >= 8 && (hasDigits || looksMade(found, 8)) && !/[()=,/]/.test(found);
}

/** The full stop after a value belongs to the sentence. */
export function asProse(value: NamedValue | undefined): NamedValue | undefined {
  return value && { ...value, standing: value.quote === '' ? 'prose' : 'quoted' };
}

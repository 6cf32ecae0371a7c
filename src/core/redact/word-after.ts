import { isLikelyPassword } from './line-below.ts';
import type { Reading } from './scan/reading.ts';
import { type NamedValue, valueAt } from './standing-value.ts';
import { looksMade } from './value.ts';

const PASSWORD_WORD =
  /^(?:[\w.-]{1,40}[_.-])?(?:pass(?:word|wd|phrase|wort)|kennwort|contraseña|contrasena|senha|wachtwoord|pwd|requirepass|masterauth|bindpw|rootpw)$/i;
const MIXED = /^(?=[^a-z]{0,256}[a-z])(?=[^A-Z]{0,256}[A-Z])(?=\D{0,256}\d)[\w.~+/=-]{20,512}$/;
const TOKEN_WORD = /^(?:token|secret|key)$/i;

/** `password VALUE` in a sentence or a file of settings: the word has to look like a password by itself. */
export function wordAfter(reading: Reading, nameStart: number, nameEnd: number): NamedValue | undefined {
  const { text } = reading;
  if (text.charCodeAt(nameEnd) !== 0x20) return undefined;
  const name = text.slice(nameStart, nameEnd);
  const isToken = TOKEN_WORD.test(name);
  if (!isToken && !PASSWORD_WORD.test(name)) return undefined;
  const value = valueAt(reading, nameEnd + 1, 'prose', false);
  if (!value) return undefined;
  const found = text.slice(value.start, value.end);
  // `use the token VALUE`: a hash of a commit stands there too, so letters of both cases have to.
  if (isToken) return MIXED.test(found) && looksMade(found, 20) ? value : undefined;
  return isLikelyPassword(found) ? value : undefined;
}

import { isPasswordName } from './names.ts';
import type { NamedValue } from './standing-value.ts';

const CONSTANT = /^[A-Z][A-Z0-9_]{2,63}$/;
const SET = /^=\\{0,7}["']$/;
const GIVEN = /^(?:=|[ \t]{1,3})\\{0,7}["']$/;
/** Words with a digit, and nothing that a shell or a program reads in another way. */
const WORDS = /^(?=.{0,80}\d)[^\s"'`$(){}<>:=,;\\]{1,30}(?: [^\s"'`$(){}<>:=,;\\]{1,30}){1,7}$/;

/**
 * Words in the quotes of a variable (`DB_PASSWORD=`) and of an option (`--passphrase`): both take a value. Elsewhere words in quotes are
 * mostly what a form says.
 */
export function isSpacedPassword(text: string, nameStart: number, nameEnd: number, value: NamedValue): boolean {
  const between = text.slice(nameEnd, value.start);
  const name = text.slice(nameStart, nameEnd);
  const isValue =
    (SET.test(between) && CONSTANT.test(name)) ||
    (GIVEN.test(between) && text.slice(Math.max(0, nameStart - 2), nameStart) === '--');
  return isValue && isPasswordName(name) && WORDS.test(text.slice(value.start, value.end));
}

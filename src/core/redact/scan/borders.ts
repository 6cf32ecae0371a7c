/** Texts that end with a letter or a digit but are not words: escapes of JSON, of addresses and of terminals. */
const ESCAPE_BEFORE = /(?:\\[abefnrtv0]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|%[0-9a-fA-F]{2}|\[[0-9;]{0,20}[mKHJ])$/;
const LONGEST_ESCAPE = 24;
/** What stands before the `-` of a removed line: a line's beginning, perhaps with its number or the name of its file. */
const BEFORE_REMOVED = /(?:^|[\n\r\t→|>"'`]|\\n|\d[:|] ?|[\w.][:] ?|^ {0,8}| {2})$/;
/** So many characters of base64 before a token make it a part of the base64. */
const LONG_RUN = 40;

/** True if a token can begin there. */
export function isBorder(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text.charCodeAt(at - 1);
  if (before === UNDERSCORE) return false;
  if (before === HYPHEN) return BEFORE_REMOVED.test(text.slice(Math.max(0, at - 10), at - 1));
  if (before === SLASH || before === PLUS || before === EQUALS) return !isInsideBase64(text, at);
  if (!isLetterOrDigit(before)) return true;
  // Mostly it is a word, and there is no character of an escape.
  for (let index = at - 2; index >= Math.max(0, at - LONGEST_ESCAPE); index -= 1) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH || code === PERCENT || code === BRACKET) return ESCAPE_BEFORE.test(text.slice(index, at));
    if (!isLetterOrDigit(code) && code !== SEMICOLON) return false;
  }
  return false;
}

/** True if a long run of base64 stands right before the position. A path of words is none. */
export function isInsideBase64(text: string, at: number): boolean {
  if (at < LONG_RUN) return false;
  let digits = 0;
  let capitals = 0;
  for (let index = at - 1; index >= at - LONG_RUN; index -= 1) {
    const code = text.charCodeAt(index);
    if (code >= 0x30 && code <= 0x39) digits += 1;
    else if (code >= 0x41 && code <= 0x5a) capitals += 1;
    else if (!isLetterOrDigit(code) && code !== SLASH && code !== PLUS && code !== HYPHEN && code !== UNDERSCORE)
      return false;
  }
  return digits >= 2 && capitals >= 6;
}

const [HYPHEN, UNDERSCORE, BACKSLASH, PERCENT, BRACKET, SEMICOLON] = [0x2d, 0x5f, 0x5c, 0x25, 0x5b, 0x3b];
const [SLASH, PLUS, EQUALS] = [0x2f, 0x2b, 0x3d];

export function isLetterOrDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

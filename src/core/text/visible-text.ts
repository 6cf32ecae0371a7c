import { isPlain } from './plain-letters.ts';

/**
 * Characters that can move a cursor, retitle a window, reach the clipboard or reverse text: control characters (C0
 * except TAB and LF, DEL, C1), format characters (with bidi controls, without the two joiners that scripts and emoji
 * need), line separators and lone surrogates.
 */
const harmfulCharacters = () => /[^\P{Cc}\t\n]|[^\P{Cf}\u200c\u200d]|[\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Writes each harmful character in another way. */
export function replaceHarmful(text: string, replace: (character: string) => string): string {
  return isPlain(text) ? text : text.replace(harmfulCharacters(), replace);
}

/** Turns harmful characters into visible text such as `\x1b`. */
export function visibleText(text: string): string {
  return replaceHarmful(text, visible);
}

/** Does the same for text that must stay on one line: a path, a name, a title. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  if (code <= 0xff) return `\\x${hexadecimal(code, 2)}`;
  return code <= 0xffff ? `\\u${hexadecimal(code, 4)}` : `\\u{${hexadecimal(code, 5)}}`;
}

function hexadecimal(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}

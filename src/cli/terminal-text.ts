/**
 * What can move a cursor, retitle a window, reach the clipboard or turn text around: control characters (C0 but TAB and
 * LF, DEL, C1), format characters (bidi controls among them, but not the two joiners that scripts and emoji need), line
 * separators and lone surrogates.
 */
const HARMFUL_CHARACTERS = /[^\P{Cc}\t\n]|[^\P{Cf}\u200c\u200d]|[\p{Zl}\p{Zp}\p{Cs}]/gu;

/** The only door to a terminal for text of several lines: harmful characters become visible text such as `\x1b`. */
export function terminalBlock(text: string): string {
  return text.replace(HARMFUL_CHARACTERS, visible);
}

/** The same for text that has to stay on one line: a path, a name, a message. */
export function terminalLine(text: string): string {
  return terminalBlock(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** The same for JSON, which then means the same: each becomes the escape that JSON has for it. */
export function terminalJson(json: string): string {
  return json.replace(HARMFUL_CHARACTERS, (character) => {
    let escapes = '';
    for (let index = 0; index < character.length; index += 1) {
      escapes += `\\u${hexadecimal(character.charCodeAt(index), 4)}`;
    }
    return escapes;
  });
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

import { replaceHarmful, visibleLine, visibleText } from '../../core/text/visible-text.ts';

/** The only door to a terminal for text of several lines. Harmful characters become visible text such as `\x1b`. */
export function terminalBlock(text: string): string {
  return visibleText(text);
}

/** The same for text that must stay on one line: a path, a name, a message. */
export function terminalLine(text: string): string {
  return visibleLine(text);
}

/** The same for JSON, whose meaning stays: each harmful character becomes its JSON escape. */
export function terminalJson(json: string): string {
  return replaceHarmful(json, (character) => {
    let escapes = '';
    for (let index = 0; index < character.length; index += 1) {
      escapes += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
    }
    return escapes;
  });
}

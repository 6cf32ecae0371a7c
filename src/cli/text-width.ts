/** Characters that terminals show two columns wide: East Asian scripts, full-width forms, emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]/u;
/** Characters that add to the one before them. */
const WITHOUT_WIDTH = /[\p{M}\p{Cf}]/u;

/** How many columns of a terminal the text takes. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  if (character >= ' ' && character <= '~') return 1;
  if (WITHOUT_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - textWidth(text))) + text;
}

/** Shortens from the right: the beginning of a message says most. */
export function clipEnd(text: string, width: number): string {
  return textWidth(text) <= width ? text : `${fitting([...text], width - 1).join('')}…`;
}

/** Shortens from the left: the end of a path tells files apart. */
export function clipStart(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  return `…${fitting([...text].reverse(), width - 1)
    .reverse()
    .join('')}`;
}

/** Cuts a text that is too wide in two; at least one character always fits. */
export function breakAt(text: string, width: number): [fits: string, rest: string] {
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += characterWidth(character);
    if (used > width && end > 0) break;
    end += character.length;
  }
  return [text.slice(0, end), text.slice(end)];
}

function fitting(characters: readonly string[], width: number): string[] {
  let used = 0;
  let count = 0;
  for (const character of characters) {
    used += characterWidth(character);
    if (used > width) break;
    count += 1;
  }
  return characters.slice(0, count);
}

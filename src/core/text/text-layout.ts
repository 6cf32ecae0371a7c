import { characterWidth, visibleCharacters } from './character-width.ts';

// Everything here takes time in proportion to the text: a word, a line or a path may have megabytes.

/** The beginning of a line that its continuation lines are indented by: spaces, a list mark. */
const BEGINNING = /^\s*(?:(?:[-*•]|\d{1,3}[.)])\s+)?/;

const PLAIN = /^[ -~]*$/;
/** The most UTF-16 units per column when only one end is looked at. A family of four has eleven. */
const MAX_CHARACTER_LENGTH = 32;

/** The number of terminal columns of a text. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const character of visibleCharacters(text)) width += characterWidth(character);
  return width;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - textWidth(text))) + text;
}

/** Shortens from the right, because the beginning of a message says most. */
export function clipEnd(text: string, width: number): string {
  const end = fittingLength(text, width);
  return end === text.length ? text : `${text.slice(0, fittingLength(text, width - 1))}…`;
}

/** Shortens from the left, because the end of a path tells files apart. */
export function clipStart(text: string, width: number): string {
  if (fittingLength(text, width) === text.length) return text;
  const tail = text.slice(-MAX_CHARACTER_LENGTH * Math.max(1, width)).replace(/^[\udc00-\udfff]/, '');
  let used = 0;
  let start = text.length;
  for (const character of [...visibleCharacters(tail)].reverse()) {
    used += characterWidth(character);
    if (used > width - 1) break;
    start -= character.length;
  }
  return `…${text.slice(start)}`;
}

/** The length of the text that fits. */
function fittingLength(text: string, width: number): number {
  const beginning = text.slice(0, MAX_CHARACTER_LENGTH * Math.max(1, width));
  if (PLAIN.test(beginning)) return Math.max(0, Math.min(text.length, width));
  let used = 0;
  let end = 0;
  for (const character of visibleCharacters(beginning)) {
    used += characterWidth(character);
    if (used > width) break;
    end += character.length;
  }
  return end;
}

/** Breaks text that has passed `terminal-text.ts` between words. A word that is too long is cut. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const line of text.split('\n')) wrapLine(line, width, lines);
  return lines;
}

function wrapLine(line: string, width: number, lines: string[]): void {
  if (fittingLength(line, width) === line.length) {
    lines.push(line);
    return;
  }
  const [beginning = ''] = BEGINNING.exec(line) ?? [];
  // Text indented by more than half the screen does not need its shape kept.
  const lead = textWidth(beginning) <= width / 2 ? beginning : '';
  const indent = ' '.repeat(textWidth(lead));
  let current = lead;
  let used = indent.length;
  let isFresh = true;
  for (const word of line.slice(lead.length).split(' ')) {
    const wordWidth = textWidth(word);
    if (used + (isFresh ? 0 : 1) + wordWidth <= width) {
      current += isFresh ? word : ` ${word}`;
      used += (isFresh ? 0 : 1) + wordWidth;
    } else {
      if (!isFresh) lines.push(current);
      const rest = cutPieces(isFresh ? current : indent, word, indent, width, lines);
      current = rest;
      used = textWidth(rest);
    }
    isFresh = false;
  }
  lines.push(current);
}

/** Breaks a line of a program's output wherever the screen ends. */
export function wrapAnywhere(line: string, width: number): string[] {
  const lines: string[] = [];
  lines.push(cutPieces('', line, '', width, lines));
  return lines;
}

/** Takes whole lines off a text, the first after `lead`, and returns the rest. Each takes one character at least. */
function cutPieces(lead: string, text: string, indent: string, width: number, lines: string[]): string {
  let beginning = lead;
  let used = textWidth(lead);
  let start = 0;
  let end = 0;
  for (const character of visibleCharacters(text)) {
    const columns = characterWidth(character);
    if (used + columns > width && end > start) {
      lines.push(beginning + text.slice(start, end));
      beginning = indent;
      used = indent.length;
      start = end;
    }
    used += columns;
    end += character.length;
  }
  return beginning + text.slice(start);
}

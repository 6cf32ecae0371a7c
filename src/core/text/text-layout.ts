import { characterWidth, visibleCharacters } from './character-width.ts';

// All of it takes time in proportion to the text: a word, a line or a path may have megabytes.

/** What a line begins with that its continuation lines stand under: spaces, the mark of a list. */
const BEGINNING = /^\s*(?:(?:[-*•]|\d{1,3}[.)])\s+)?/;

const PLAIN = /^[ -~]*$/;
/** How many units of text a column may take when only one end is looked at; a family of four has eleven. */
const MAX_CHARACTER_LENGTH = 32;

/** How many columns of a terminal the text takes. */
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

/** Shortens from the right: the beginning of a message says most. */
export function clipEnd(text: string, width: number): string {
  const end = fittingLength(text, width);
  return end === text.length ? text : `${text.slice(0, fittingLength(text, width - 1))}…`;
}

/** Shortens from the left: the end of a path tells files apart. */
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

/** How much of the text fits. */
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

/** Breaks text that has passed `terminal-text.ts` between words; a word that is too long is cut. */
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
  // Text that is indented by more than half of the screen is none that wants to be kept in shape.
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

/** Puts away as much of a text as fills whole lines, the first after `lead`, and gives the rest; each takes one character at least. */
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

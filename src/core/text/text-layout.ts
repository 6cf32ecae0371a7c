// All of it takes time in proportion to the text: a word, a line or a path may have megabytes.

/** Characters that terminals show two columns wide: East Asian scripts, full-width forms, emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]/u;
/** Characters that add to the one before them. */
const WITHOUT_WIDTH = /[\p{M}\p{Cf}]/u;
/** What a line begins with that its continuation lines stand under: spaces, the mark of a list. */
const BEGINNING = /^\s*(?:(?:[-*•]|\d{1,3}[.)])\s+)?/;

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
  const end = fittingLength(text, width);
  return end === text.length ? text : `${text.slice(0, fittingLength(text, width - 1))}…`;
}

/** Shortens from the left: the end of a path tells files apart. */
export function clipStart(text: string, width: number): string {
  if (fittingLength(text, width) === text.length) return text;
  let used = 0;
  let start = text.length;
  while (start > 0) {
    const isPair = start > 1 && (text.codePointAt(start - 2) ?? 0) > 0xffff;
    const from = start - (isPair ? 2 : 1);
    used += characterWidth(text.slice(from, start));
    if (used > width - 1) break;
    start = from;
  }
  return `…${text.slice(start)}`;
}

/** How much of the text fits. */
function fittingLength(text: string, width: number): number {
  let used = 0;
  let end = 0;
  for (const character of text) {
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
  for (const character of text) {
    const characters = characterWidth(character);
    if (used + characters > width && end > start) {
      lines.push(beginning + text.slice(start, end));
      beginning = indent;
      used = indent.length;
      start = end;
    }
    used += characters;
    end += character.length;
  }
  return beginning + text.slice(start);
}

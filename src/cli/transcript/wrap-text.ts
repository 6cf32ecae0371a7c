import { breakAt, textWidth } from '../text-width.ts';

/** What a line begins with that its continuation lines stand under: spaces, the mark of a list. */
const BEGINNING = /^\s*(?:(?:[-*•]|\d{1,3}[.)])\s+)?/;

/** Breaks text that has passed `terminal-text.ts` between words; a word that is too long is cut. */
export function wrapText(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width));
}

function wrapLine(line: string, width: number): string[] {
  if (textWidth(line) <= width) return [line];
  const [beginning = ''] = BEGINNING.exec(line) ?? [];
  // Text that is indented by more than half of the screen is none that wants to be kept in shape.
  const indent = textWidth(beginning) <= width / 2 ? ' '.repeat(textWidth(beginning)) : '';
  const lines: string[] = [];
  let current = indent === '' ? '' : beginning;
  let isFresh = true;
  for (const word of line.slice(current.length).split(' ')) {
    const joined = isFresh ? current + word : `${current} ${word}`;
    if (textWidth(joined) <= width) {
      current = joined;
    } else {
      if (!isFresh) lines.push(current);
      current = cutWord(isFresh ? current + word : indent + word, width, indent, lines);
    }
    isFresh = false;
  }
  lines.push(current);
  return lines;
}

/** Puts away as much of a long word as fills whole lines, and gives the rest. */
function cutWord(text: string, width: number, indent: string, lines: string[]): string {
  let rest = text;
  while (textWidth(rest) > width) {
    const [fits, more] = breakAt(rest, width);
    lines.push(fits);
    rest = indent + more;
  }
  return rest;
}

/** Breaks a line of a program's output wherever the screen ends. */
export function wrapAnywhere(line: string, width: number): string[] {
  const lines: string[] = [];
  let rest = line;
  while (textWidth(rest) > width) {
    const [fits, more] = breakAt(rest, width);
    lines.push(fits);
    rest = more;
  }
  lines.push(rest);
  return lines;
}

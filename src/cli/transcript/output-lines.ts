import { terminalBlock } from '../terminal-text.ts';
import { clipEnd, wrapAnywhere } from '../text-layout.ts';

/** What programs colour their output with. Our own colours mean something else, so these go. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
const COLOURS = /\x1b\[[\d;:]*m/g;
const TAB_WIDTH = 8;
/** Of a folded output, so many lines from its beginning and from its end: what went wrong mostly stands there. */
const FIRST_LINES = 8;
const LAST_LINES = 4;
/** A single line in place of the rest would save nothing. */
const MOST_LINES = FIRST_LINES + LAST_LINES + 1;

/** Lines of what a program printed, or of a diff, and a note where lines were left out. */
export interface OutputLines {
  first: string[];
  /** How many lines stand between the first and the last. */
  left: number;
  last: string[];
}

export interface OutputLimits {
  width: number;
  /** Show every line whole. */
  isWhole: boolean;
}

/** Makes the output of a program fit the screen. */
export function outputLines(output: string, limits: OutputLimits): OutputLines {
  const lines = output.replace(/\r?\n$/, '').split('\n');
  if (output === '') return { first: [], left: 0, last: [] };
  if (limits.isWhole) {
    const whole = lines.flatMap((line) => wrapAnywhere(printable(line), limits.width));
    return { first: whole, left: 0, last: [] };
  }
  // Cut before anything else is done with it: a line may have megabytes.
  const fit = (line: string) => clipEnd(printable(line.slice(0, limits.width * 8)), limits.width);
  if (lines.length <= MOST_LINES) return { first: lines.map(fit), left: 0, last: [] };
  return {
    first: lines.slice(0, FIRST_LINES).map(fit),
    left: lines.length - FIRST_LINES - LAST_LINES,
    last: lines.slice(-LAST_LINES).map(fit),
  };
}

/** One line for the terminal, with tabs as spaces: their width hangs on where they stand. */
function printable(line: string): string {
  const text = terminalBlock(line.replace(/\r$/, '').replace(COLOURS, ''));
  if (!text.includes('\t')) return text;
  let column = 0;
  return text.replace(/[^\t]+|\t/g, (part) => {
    const spaces = TAB_WIDTH - (column % TAB_WIDTH);
    column += part === '\t' ? spaces : part.length;
    return part === '\t' ? ' '.repeat(spaces) : part;
  });
}

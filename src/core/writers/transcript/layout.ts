import { clipEnd, textWidth, wrapAnywhere } from '../../text/text-layout.ts';
import { visibleText } from '../../text/visible-text.ts';

/** Says how parts of a text are to look: nothing for a file, our own colour codes for a terminal. */
export interface TranscriptStyle {
  bold(text: string): string;
  dim(text: string): string;
  /** What a person said or should find. */
  accent(text: string): string;
  success(text: string): string;
  warning(text: string): string;
  failure(text: string): string;
}

/** How a transcript is laid out. */
export interface TranscriptLayout {
  /** Infinite where nobody said how wide it is: what goes to a file or a pipe is neither cut nor wrapped. */
  columns: number;
  style: TranscriptStyle;
  /** A path outside of the working folder, shorter where that can be. */
  shortPath?: ((path: string) => string) | undefined;
  /** Show every line of outputs, diffs and long prompts. */
  isWhole: boolean;
  /** The thread's working folder, once it is known: paths inside of it are shown from there. */
  cwd?: string | undefined;
  /** What to say about lines that were left out: how to see them. */
  unfoldHint: string;
}

/** All that belongs to a block stands under its first line. */
export const INDENT = '  ';

/** What programs colour their output with. Our own colours mean something else, so these go. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
export const COLOURS = /\x1b\[[\d;:]*m/g;
const TAB_WIDTH = 8;
/** A line of a program's output that is longer is looked at no further than this, per column of the screen. */
const CHARACTERS_PER_COLUMN = 8;

/** How much of something long is shown. */
export interface Fold {
  first: number;
  last: number;
}

/** Of an output: what went wrong mostly stands at its beginning or its end. */
const OUTPUT_FOLD: Fold = { first: 8, last: 4 };

/** Leaves out lines between the first and the last; a single note in place of one line would save nothing. */
export function foldLines(
  lines: readonly string[],
  fold: Fold,
  layout: TranscriptLayout,
  paint = (line: string) => line,
): string[] {
  const left = lines.length - fold.first - fold.last;
  if (layout.isWhole || left <= 1) return lines.map(paint);
  const note = layout.style.dim(`… ${left} more lines${layout.unfoldHint}`);
  return [...lines.slice(0, fold.first).map(paint), note, ...lines.slice(lines.length - fold.last).map(paint)];
}

/** What a program printed, indented and folded; `paint` colours a line. */
export function outputBlock(output: string, layout: TranscriptLayout, paint = (line: string) => line): string[] {
  if (output === '') return [];
  const width = layout.columns - INDENT.length;
  const lines = output.replace(/\r?\n$/, '').split('\n');
  // Cut before anything else is done with it: a line may have megabytes.
  const clipped = (line: string) => clipEnd(printable(line.slice(0, width * CHARACTERS_PER_COLUMN)), width);
  const shown = layout.isWhole
    ? lines.flatMap((line) => wrapAnywhere(printable(line), width)).map(paint)
    : foldLines(lines, OUTPUT_FOLD, layout, (line) => paint(clipped(line)));
  return shown.map((line) => (INDENT + line).trimEnd());
}

/** One line for the terminal, with tabs as spaces: their width hangs on where they stand. */
function printable(line: string): string {
  const text = visibleText(line.replace(/\r$/, '').replace(COLOURS, ''));
  if (!text.includes('\t')) return text;
  let column = 0;
  return text.replace(/[^\t]+|\t/g, (part) => {
    const spaces = TAB_WIDTH - (column % TAB_WIDTH);
    column += part === '\t' ? spaces : textWidth(part);
    return part === '\t' ? ' '.repeat(spaces) : part;
  });
}

/** A path from the thread's working folder, or from the user's home. */
export function layoutPath(path: string, { cwd, shortPath }: TranscriptLayout): string {
  if (cwd && path.startsWith(`${cwd}/`)) return path.slice(cwd.length + 1);
  return shortPath?.(path) ?? path;
}

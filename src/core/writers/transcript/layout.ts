import { clipEnd, textWidth, wrapAnywhere } from '../../text/text-layout.ts';
import { visibleText } from '../../text/visible-text.ts';

/** The look of parts of a text: nothing for a file, our own colour codes for a terminal. */
export interface TranscriptStyle {
  bold(text: string): string;
  dim(text: string): string;
  /** For the person's text, or text that a person should find. */
  accent(text: string): string;
  success(text: string): string;
  warning(text: string): string;
  failure(text: string): string;
}

/** The layout of a transcript. */
export interface TranscriptLayout {
  /** Infinite if no width is given: text for a file or a pipe is neither cut nor wrapped. */
  columns: number;
  style: TranscriptStyle;
  /** Shortens a path outside the working folder if possible. */
  shortPath?: ((path: string) => string) | undefined;
  /** Show every line of outputs, diffs and long prompts. */
  isWhole: boolean;
  /** Show the notes of messages. */
  hasNotes?: boolean | undefined;
  /** The thread's working folder, once known. Paths inside it are shown relative to it. */
  cwd?: string | undefined;
  /** The hint for lines left out: how to see them. */
  unfoldHint: string;
}

/** Everything in a block is indented under its first line. */
export const INDENT = '  ';

/** Colours in program output. They are removed, because our own colours mean something else. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
export const COLOURS = /\x1b\[[\d;:]*m/g;
const TAB_WIDTH = 8;
/** The most characters examined per screen column in a line of program output. */
const CHARACTERS_PER_COLUMN = 8;

/** The number of lines shown of something long. */
export interface Fold {
  first: number;
  last: number;
}

/** For an output: the error is mostly at its beginning or its end. */
const OUTPUT_FOLD: Fold = { first: 8, last: 4 };

/** Leaves out lines between the first and the last. Replacing one line by a note would save nothing. */
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

/** Program output, indented and folded. `paint` colours a line. */
export function outputBlock(output: string, layout: TranscriptLayout, paint = (line: string) => line): string[] {
  if (output === '') return [];
  const width = layout.columns - INDENT.length;
  const lines = output.replace(/\r?\n$/, '').split('\n');
  // Cut before all other work, because a line may have megabytes.
  const clipped = (line: string) => clipEnd(printable(line.slice(0, width * CHARACTERS_PER_COLUMN)), width);
  const shown = layout.isWhole
    ? lines.flatMap((line) => wrapAnywhere(printable(line), width)).map(paint)
    : foldLines(lines, OUTPUT_FOLD, layout, (line) => paint(clipped(line)));
  return shown.map((line) => (INDENT + line).trimEnd());
}

/** One line for the terminal, with tabs as spaces, because a tab's width depends on its position. */
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

/** A path relative to the thread's working folder, or to the user's home. */
export function layoutPath(path: string, { cwd, shortPath }: TranscriptLayout): string {
  if (cwd && path.startsWith(`${cwd}/`)) return path.slice(cwd.length + 1);
  return shortPath?.(path) ?? path;
}

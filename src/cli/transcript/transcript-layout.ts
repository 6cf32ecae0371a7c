import type { TerminalStyle } from '../screen.ts';
import { shortPath } from '../wording.ts';
import { outputLines } from './output-lines.ts';

/** How a transcript is laid out. */
export interface TranscriptLayout {
  columns: number;
  /** Show every line of outputs and diffs. */
  isWhole: boolean;
  style: TerminalStyle;
  /** The thread's working folder, once it is known: paths inside of it are shown from there. */
  cwd?: string;
  /** What to say about lines that were left out: how to see them. */
  unfoldHint: string;
}

/** All that belongs to a block stands under its first line. */
export const INDENT = '  ';

/** What a program printed, indented and folded; `paint` colours a line. */
export function outputBlock(text: string, layout: TranscriptLayout, paint = (line: string) => line): string[] {
  const { first, left, last } = outputLines(text, {
    width: layout.columns - INDENT.length,
    isWhole: layout.isWhole,
  });
  const fold = layout.style.dim(`… ${left} more lines${layout.unfoldHint}`);
  return [...first.map(paint), ...(left > 0 ? [fold] : []), ...last.map(paint)].map((line) =>
    (INDENT + line).trimEnd(),
  );
}

/** A path from the thread's working folder, or from the user's home. */
export function layoutPath(path: string, { cwd }: TranscriptLayout): string {
  if (cwd && path.startsWith(`${cwd}/`)) return path.slice(cwd.length + 1);
  return shortPath(path);
}

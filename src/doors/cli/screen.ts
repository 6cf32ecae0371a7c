import type { TranscriptStyle } from '../../core/writers/transcript/layout.ts';

/** What is needed to know of a stream before text is laid out for it. */
export interface ScreenStream {
  isTTY?: boolean;
  columns?: number;
}

/** What text for people is laid out for. */
export interface Screen {
  /** Infinite where nobody said how wide it is: what goes to a file or a pipe is neither cut nor wrapped. */
  columns: number;
  style: TranscriptStyle;
}

export interface ScreenOptions {
  /** What `--color` says: `always`, `never` or `auto`. */
  color?: string | undefined;
  stream?: ScreenStream;
  environment?: NodeJS.ProcessEnv;
}

/** Lines that are longer than this are hard to read, lines shorter than this hold nothing. */
const MOST_COLUMNS = 240;
const LEAST_COLUMNS = 24;
/** Where something has to have a width though the screen has none: a rule. */
const USUAL_COLUMNS = 80;

/** The screen that standard output is, or the file or pipe. */
export function createScreen(options: ScreenOptions = {}): Screen {
  const { color, stream = process.stdout, environment = process.env } = options;
  return { columns: columnsOf(stream, environment), style: createStyle(isColoured(color, stream, environment)) };
}

/** The width of a rule across the screen. */
export function ruleWidth({ columns }: Pick<Screen, 'columns'>): number {
  return Number.isFinite(columns) ? columns : USUAL_COLUMNS;
}

/** `COLUMNS` is what a person says, so it holds for pipes too. */
function columnsOf(stream: ScreenStream, { COLUMNS }: NodeJS.ProcessEnv): number {
  const wanted = /^\d{1,6}$/.test(COLUMNS ?? '') ? Number(COLUMNS) : 0;
  if (wanted > 0) return Math.max(wanted, LEAST_COLUMNS);
  if (!stream.isTTY) return Number.POSITIVE_INFINITY;
  return Math.min(Math.max(stream.columns || USUAL_COLUMNS, LEAST_COLUMNS), MOST_COLUMNS);
}

/** The option before the environment, and that before what the stream is; in the order in which Node itself asks. */
function isColoured(color: string | undefined, stream: ScreenStream, environment: NodeJS.ProcessEnv): boolean {
  if (color === 'always' || color === 'never') return color === 'always';
  const { FORCE_COLOR, CLICOLOR_FORCE, NO_COLOR, TERM } = environment;
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  if (NO_COLOR) return false;
  if (CLICOLOR_FORCE && CLICOLOR_FORCE !== '0') return true;
  return stream.isTTY === true && TERM !== 'dumb';
}

/** Adds our own colour codes to text that has passed `terminal-text.ts`; nothing else writes an escape sequence. */
export function createStyle(isColoured: boolean): TranscriptStyle {
  const style = (begin: number, end: number) => (text: string) =>
    isColoured ? `\x1b[${begin}m${text}\x1b[${end}m` : text;
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    accent: style(36, 39),
    success: style(32, 39),
    warning: style(33, 39),
    failure: style(31, 39),
  };
}

import type { TranscriptStyle } from '../../core/writers/transcript/layout.ts';
import { outputScreen } from './standard-streams.ts';

/** The properties of a stream that the layout of text depends on. */
export interface ScreenStream {
  isTTY?: boolean;
  columns?: number;
}

/** The properties of a screen that text for people is laid out for. */
export interface Screen {
  /** The width. Infinite if unknown: text for a file or a pipe is neither cut nor wrapped. */
  columns: number;
  style: TranscriptStyle;
}

export interface ScreenOptions {
  /** The value of `--color`: `always`, `never` or `auto`. */
  color?: string | undefined;
  stream?: ScreenStream;
  environment?: NodeJS.ProcessEnv;
}

/** Longer lines are hard to read, and shorter lines hold nothing. */
const MOST_COLUMNS = 240;
const LEAST_COLUMNS = 24;
/** The width of a rule if the screen has none. */
const USUAL_COLUMNS = 80;

/** The screen of standard output, be it a terminal, a file or a pipe. */
export function createScreen(options: ScreenOptions = {}): Screen {
  const { color, stream = outputScreen(), environment = process.env } = options;
  return { columns: columnsOf(stream, environment), style: createStyle(isColoured(color, stream, environment)) };
}

/** The width of a rule across the screen. */
export function ruleWidth({ columns }: Pick<Screen, 'columns'>): number {
  return Number.isFinite(columns) ? columns : USUAL_COLUMNS;
}

/** A person sets `COLUMNS`, so it applies to pipes too. */
function columnsOf(stream: ScreenStream, { COLUMNS }: NodeJS.ProcessEnv): number {
  const wanted = /^\d{1,6}$/.test(COLUMNS ?? '') ? Number(COLUMNS) : 0;
  if (wanted > 0) return Math.max(wanted, LEAST_COLUMNS);
  if (!stream.isTTY) return Number.POSITIVE_INFINITY;
  return Math.min(Math.max(stream.columns || USUAL_COLUMNS, LEAST_COLUMNS), MOST_COLUMNS);
}

/** The option comes before the environment, and the environment before the stream, in the same order as in Node. */
function isColoured(color: string | undefined, stream: ScreenStream, environment: NodeJS.ProcessEnv): boolean {
  if (color === 'always' || color === 'never') return color === 'always';
  const { FORCE_COLOR, CLICOLOR_FORCE, NO_COLOR, TERM } = environment;
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  if (NO_COLOR) return false;
  if (CLICOLOR_FORCE && CLICOLOR_FORCE !== '0') return true;
  return stream.isTTY === true && TERM !== 'dumb';
}

/** Adds our own colour codes to text that passed `terminal-text.ts`. Nothing else writes an escape sequence. */
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

import type { TerminalStyle } from '../screen.ts';

/** How the output for people is laid out. */
export interface Layout {
  /** Width of the screen. */
  columns: number;
  /** How many problems or names of a sort are listed before the rest is only counted. */
  shownDetails: number;
  style: TerminalStyle;
}

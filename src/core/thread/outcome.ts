import type { Problem } from '../../errors.ts';
import type { ThreadEvent } from './event.ts';

/** Where in the input a line stood. */
interface Position {
  /** Counted from 1; blank lines count. */
  line: number;
  /** Bytes of plain UTF-8 text before the line. */
  offset: number;
}

/** A line that was read. */
export interface GoodOutcome extends Position {
  ok: true;
  events: ThreadEvent[];
  /** What was wrong in it all the same. */
  problems: Problem[];
  /** The line itself, with the option `raw`. */
  raw?: string;
  /** True for what was held back until `end()`; such an outcome stands for no line of its own. */
  flush?: true;
}

/** A line that could not be read. The stream goes on after it. */
export interface BadOutcome extends Position {
  ok: false;
  error: Problem;
}

/** What one non-blank line gave. */
export type Outcome = GoodOutcome | BadOutcome;

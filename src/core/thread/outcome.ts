import type { Problem } from '../../errors.ts';
import type { ThreadEvent } from './event.ts';

/** The position of a line in the input. */
interface Position {
  /** The line number, counted from 1, including blank lines. */
  line: number;
  /** Bytes of plain UTF-8 text before the line. */
  offset: number;
}

/** A line that could be read. */
export interface GoodOutcome extends Position {
  ok: true;
  events: ThreadEvent[];
  /** Problems in a line that could be read. */
  problems: Problem[];
  /** The text of the line, with the option `raw`. */
  raw?: string;
  /** True for a line of a wire that is kept on disk. There a later line may take a turn back. */
  stored?: true;
  /** True for events held back until `end()`. Such an outcome has no line of its own. */
  flush?: true;
}

/** A line that could not be read. The stream continues after it. */
export interface BadOutcome extends Position {
  ok: false;
  error: Problem;
}

/** The result of one non-blank line. */
export type Outcome = GoodOutcome | BadOutcome;

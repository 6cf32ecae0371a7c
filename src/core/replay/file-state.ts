import type { OpPlace } from './file-op.ts';
import type { LineIds } from './line-table.ts';

/** How sure a state is. `unsure`: a command ran that may have changed the file, and nothing showed it since. */
export type Level = 'proven' | 'derived' | 'unsure';

/** Why nobody is named for a line of a state: it came while a command ran, or by a hand that no session tells of. */
export const AFTER_SHELL = -1;
export const BETWEEN_CALLS = -2;

/** A file at a moment. */
export interface FileState {
  at: number;
  /** None in a replay of texts alone: `text` has them. */
  lines: LineIds;
  text?: string | undefined;
  /** The writer of each line, as its number in the replay; 0 for one that was there before, below 0 for one of nobody's. */
  writers: Int32Array;
  /** What stood in the place of lines that a call typed again with other blanks, by their index. Absent if there are none. */
  retyped?: ReadonlyMap<number, RetypedLine>;
  level: Level;
  /** The call after which the file was so. */
  call: string;
  isGone?: true;
  /** It rests on an older version that a change fits on, or a later change did not fit on it. */
  isGuess?: true;
}

/** A line before it was typed again with other blanks. */
export interface RetypedLine {
  line: number;
  writer: number;
}

/** All known states of one path, in order. */
export interface Chain {
  path: string;
  states: FileState[];
  /** Lines that calls wrote here, squeezed, with their writers: also of edits that fit on no known text. */
  wrote: Map<number, number[]>;
  /** Lines, squeezed, that calls only typed again with other blanks. */
  retyped: Set<number>;
  /** What was there before the first known change: nothing, or nobody knows. Absent if the text was seen. */
  before?: 'nothing' | 'unknown';
}

const NONE = new Int32Array(0);

export function goneState(at: number, call: string): FileState {
  return { at, lines: NONE, writers: NONE, level: 'derived', call, isGone: true };
}

/** A state of which only the text is wanted. */
export function textState(text: string, level: Level, { at, call }: Pick<OpPlace, 'at' | 'call'>): FileState {
  return { at, text, lines: NONE, writers: NONE, level, call };
}

export function isEqual(one: Int32Array, other: Int32Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

import type { RedactionLevel } from '../redactor-options.ts';
import type { TextSearch } from '../rule.ts';
import { createTextSearch } from './text-search.ts';

/** One text while it is looked through. What a look ahead has learnt is kept, so that no part is read often. */
export interface Reading extends TextSearch {
  readonly text: string;
  readonly level: RedactionLevel;
  /** The end of the run without white space, quotes or brackets of tags that covers the position. */
  runEnd(from: number): number;
  /** The end of the name that was judged last. */
  judgedName: number;
  /** Up to there lines were read as those of a table. */
  tableEnd: number;
  /** Keeps the value that was found last by what stands before it. */
  found(start: number, end: number): void;
  /** True inside of that value: what looks like a name or a program there is a part of it. */
  isInFound(at: number): boolean;
  /** The end of the line that covers the position. */
  lineEnd(from: number): number;
  /** True if so many characters may be read far from here. All such looks together are bounded by the text's length. */
  pay(characters: number): boolean;
}

/** Looks far away cost at most this many characters for each of the text. */
const FAR_LOOKS = 2;
const LEAST_PURSE = 64 * 1024;

export function createReading(text: string, level: RedactionLevel): Reading {
  const search = createTextSearch(text);
  let purse = LEAST_PURSE + text.length * FAR_LOOKS;
  let runFrom = 0;
  let runTo = -1;
  let foundFrom = -1;
  let foundTo = -1;
  return {
    text,
    level,
    next: search.next,
    judgedName: -1,
    tableEnd: 0,
    found(start, end) {
      foundFrom = start;
      foundTo = end;
    },
    isInFound: (at) => at >= foundFrom && at < foundTo,
    runEnd(from) {
      if (from >= runFrom && from < runTo) return runTo;
      runFrom = from;
      runTo = from;
      while (runTo < text.length && !endsRun(text.charCodeAt(runTo))) runTo += 1;
      return runTo;
    },
    lineEnd(from) {
      const found = search.next('\n', from);
      return found === -1 ? text.length : found;
    },
    pay(characters) {
      purse -= characters;
      return purse >= 0;
    },
  };
}

/** White space, quotes, and the brackets of tags. */
function endsRun(code: number): boolean {
  return (
    code <= 0x20 || code === 0x22 || code === 0x27 || code === 0x60 || code === 0x3c || code === 0x3e || code === 0xa0
  );
}

/** One line of text as it stood in the input, its newline and one carriage return before it taken off. */
export interface Line {
  text: string;
  /** Counted from 1; blank lines count though they are not delivered. */
  number: number;
  /** Bytes of plain UTF-8 text before the line. */
  offset: number;
  /** Set when the bytes were not UTF-8; `text` then holds U+FFFD in their place. */
  invalidUtf8?: true;
  /** Set when the line was longer than the limit: its length in bytes. `text` is then only its beginning. */
  skippedBytes?: number;
  /** Set on the last line when no newline came after it. */
  unterminated?: true;
}

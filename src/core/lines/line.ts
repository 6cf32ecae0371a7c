/** One line of the input, without its newline and one carriage return before it. */
export interface Line {
  text: string;
  /** The line number, counted from 1. Blank lines count although they are not delivered. */
  number: number;
  /** Bytes of plain UTF-8 text before the line. */
  offset: number;
  /** Set if the bytes were not UTF-8. `text` then holds U+FFFD in their place. */
  invalidUtf8?: true;
  /** The length in bytes of a line over a limit. `text` is then only its beginning. */
  skippedBytes?: number;
  /** Set if that limit is the one of values, not of bytes. */
  isOverfull?: true;
  /** Set on the last line if no newline follows it. */
  unterminated?: true;
}

import { HARMFUL_CHARACTERS } from './terminal-text.ts';

/** Writes a value as JSON on one line; undefined when it is nested too deeply, or too long, to be written at all. */
export type JsonEncoder = (value: object) => string | undefined;

/** All JSON that the command line writes is made here. */
export function createJsonEncoder(options: { forTerminal: boolean }): JsonEncoder {
  // U+2028 and U+2029 are legal in JSON, but some readers of lines take them for a line's end.
  const escaped = options.forTerminal ? HARMFUL_CHARACTERS : /[\u2028\u2029]/g;
  return (value) => {
    try {
      return JSON.stringify(value).replace(escaped, escapeUnits);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  };
}

/** One `\uXXXX` for each UTF-16 unit, as JSON has it. */
function escapeUnits(character: string): string {
  let escapes = '';
  for (let index = 0; index < character.length; index += 1) {
    escapes += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }
  return escapes;
}

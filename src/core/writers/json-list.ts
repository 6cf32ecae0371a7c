import { sessionLine } from './json-line.ts';

/** What stands around and between the values of a list. */
export interface ListShape {
  open: string;
  between: string;
  close: string;
}

/** Writes a list of JSON values piece by piece: a thread may be longer than a text can be. */
export interface JsonList {
  add(values: readonly object[]): string[];
  end(): string[];
}

/** `onLost` is called for each value that is too large, or nested too deeply, to be written. */
export function createJsonList({ open, between, close }: ListShape, onLost: () => void): JsonList {
  let isBegun = false;
  return {
    add(values) {
      const pieces: string[] = [];
      for (const value of values) {
        const text = sessionLine(value)?.trimEnd();
        if (text === undefined) onLost();
        else pieces.push(`${isBegun ? between : open}${text}`);
        isBegun ||= text !== undefined;
      }
      return pieces;
    },
    end: () => [isBegun ? close : `${open}${close}`],
  };
}

import { sessionLine } from './json-line.ts';

/** Writes a JSON list piece by piece, so that a long one never has to be one text. */
export interface JsonList<T extends object> {
  add(values: readonly T[]): string[];
  end(): string[];
}

/** `onLost` is told the id of a value that is nested too deeply to be written. */
export function createJsonList<T extends { id?: string }>(onLost: (id: string) => void): JsonList<T> {
  let isBegun = false;
  return {
    add(values) {
      const pieces: string[] = [];
      for (const value of values) {
        const text = sessionLine(value)?.trimEnd();
        if (text === undefined) onLost(value.id ?? 'a value');
        else pieces.push(`${isBegun ? ',\n' : '[\n'}${text}`);
        isBegun ||= text !== undefined;
      }
      return pieces;
    },
    end: () => [isBegun ? '\n]\n' : '[]\n'],
  };
}

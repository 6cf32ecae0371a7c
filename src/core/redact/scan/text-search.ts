import type { TextSearch } from '../rule.ts';

/** Remembers where it last found a word, so that a text is searched once for each word. */
export function createTextSearch(text: string): TextSearch {
  const known = new Map<string, { from: number; found: number }>();
  return {
    next(word, from) {
      const last = known.get(word);
      if (last !== undefined && from >= last.from && (last.found === -1 || last.found >= from)) return last.found;
      const found = text.indexOf(word, from);
      known.set(word, { from, found });
      return found;
    },
  };
}

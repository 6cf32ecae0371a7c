import { isObject } from '../lines/json.ts';

/** Fields that name a kind, or hold data that is no text. */
const NO_WORDS = /^(?:type|media_type|mimeType|encrypted_content|signature|blob)$/;

/**
 * All texts of a value of any shape, in order, a line each. For parts of a record that have no place of their own in the
 * model.
 */
export function wordsIn(value: unknown, accepts = (text: string) => text !== ''): string {
  const texts: string[] = [];
  // A stack instead of recursion: a value may be nested thousands of levels deep.
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string' && accepts(next)) texts.push(next);
    if (Array.isArray(next)) for (let index = next.length - 1; index >= 0; index -= 1) open.push(next[index]);
    else if (isObject(next)) {
      const isBinary = next.type === 'base64' || next.mimeType !== undefined;
      for (const name of Object.keys(next).reverse()) {
        if (!NO_WORDS.test(name) && !(isBinary && name === 'data')) open.push(next[name]);
      }
    }
  }
  return texts.join('\n');
}

/** The sentences of a bookkeeping record. Codes, names, ids and times are none: a sentence has white space. */
export function sentencesIn(record: unknown): string {
  return wordsIn(record, (text) => /\S\s/.test(text));
}

import type { Trigger } from './trigger.ts';

/** Characters become five bits: letters without case, digits as one, and a few signs. The rest is 0. */
export const FOLD = foldTable();
/** Three characters in a row are an index of 15 bits. */
export const TRIGRAM_MASK = 0x7fff;
/** The number of the list where a character is hidden: an order to a terminal begins. */
export const HIDDEN_LIST = 0xffff;

function foldTable(): Uint8Array {
  const ESCAPE = 0x1b;
  const fold = new Uint8Array(128);
  for (let letter = 0; letter < 26; letter += 1) {
    fold[0x41 + letter] = letter + 1;
    fold[0x61 + letter] = letter + 1;
  }
  for (let digit = 0x30; digit <= 0x39; digit += 1) fold[digit] = 27;
  for (const sign of '_-') fold[sign.charCodeAt(0)] = 28;
  for (const sign of '.:~') fold[sign.charCodeAt(0)] = 29;
  for (const sign of '/$=@&?"') fold[sign.charCodeAt(0)] = 30;
  fold[ESCAPE] = 31;
  return fold;
}

/** The triggers by the first three characters of their words. */
export interface TriggerTable {
  /** 0, or the number of a list. */
  readonly lists: Uint16Array;
  readonly triggers: readonly (readonly Trigger[])[];
  /** By the number of a list: a bit for each fourth character that goes on with one of its words. */
  readonly fourths: Uint32Array;
}

export function createTriggerTable(triggers: readonly Trigger[]): TriggerTable {
  const lists = new Uint16Array(TRIGRAM_MASK + 1);
  for (let index = 31; index <= TRIGRAM_MASK; index += 32) lists[index] = HIDDEN_LIST;
  const byNumber: Trigger[][] = [[]];
  for (const trigger of triggers) {
    const index = trigramOf(trigger.word);
    const number = lists[index] || byNumber.push([]) - 1;
    lists[index] = number;
    byNumber[number]?.push(trigger);
  }
  const fourths = Uint32Array.from(byNumber, (list) => list.reduce((bits, { word }) => bits | fourthOf(word), 0));
  return { lists, triggers: byNumber, fourths };
}

/** The bit of a word's fourth character. A word of three goes on with any. */
function fourthOf(word: string): number {
  return word.length === 3 ? ~0 : 1 << (FOLD[word.charCodeAt(3)] ?? 0);
}

/** The index of the first three characters of a word. */
function trigramOf(word: string): number {
  let index = 0;
  for (let at = 0; at < 3; at += 1) index = (index << 5) | (FOLD[word.charCodeAt(at)] ?? 0);
  return index;
}

/** True if the word of a trigger stands there. */
export function standsAt(trigger: Trigger, text: string, at: number): boolean {
  const { word } = trigger;
  if (at + word.length > text.length) return false;
  if (!trigger.isFolded) return text.startsWith(word, at);
  for (let index = 0; index < word.length; index += 1) {
    const code = text.charCodeAt(at + index);
    const lower = code >= 0x41 && code <= 0x5a ? code | 0x20 : code;
    if (lower !== word.charCodeAt(index)) return false;
  }
  return true;
}

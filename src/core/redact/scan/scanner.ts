import type { RedactionLevel } from '../redactor-options.ts';
import { isHidden, nextHidden, withoutHidden } from './hidden.ts';
import { type Hit, inOrder } from './hit.ts';
import { createReading } from './reading.ts';
import type { Trigger } from './trigger.ts';
import { createTriggerTable, FOLD, HIDDEN_LIST, standsAt, TRIGRAM_MASK } from './trigger-table.ts';

/** Finds secrets in texts. */
export interface Scanner {
  /** The secrets of a text in order, without overlaps. Undefined if there are none. */
  find(text: string): Hit[] | undefined;
  /** True if the text contains a word that may reveal a secret. */
  hasKeyword(text: string): boolean;
  /** The first position from there on where a word that begins a token stands, with the word's length. */
  tokenStart(text: string, from: number): { at: number; length: number } | undefined;
  /** The number of closer looks: the cost of a text beyond one look at each of its characters. */
  readonly attempts: number;
}

/** The shortest secret, with the text that reveals it. */
const LEAST_LENGTH = 8;

/**
 * One loop finds the words of all triggers: the last three characters are the index of a table. How many words there are
 * costs nothing. A trigger looks closer only at its own word, and what it may read there is bounded.
 */
export function createScanner(triggers: readonly Trigger[], level: RedactionLevel): Scanner {
  const { lists, triggers: listed, fourths } = createTriggerTable(triggers);
  const least = Math.min(LEAST_LENGTH, ...triggers.map(({ word }) => word.length));
  let attempts = 0;

  /** The first position from there on where a word stands. NONE if there is no more, HIDDEN at a hidden character. */
  function nextWord(text: string, from: number): number {
    // What the loop reads are local names: it runs over every character of every text.
    const fold = FOLD;
    const table = lists;
    const { length } = text;
    let index = 0;
    for (let position = from; position < length; position += 1) {
      const code = text.charCodeAt(position);
      if (code >= 128) {
        if (isHidden(code)) return HIDDEN;
        index = 0;
        continue;
      }
      index = ((index << 5) | (fold[code] as number)) & TRIGRAM_MASK;
      const list = table[index] as number;
      if (list !== 0) {
        if (list === HIDDEN_LIST) return HIDDEN;
        if (position >= from + 2 && hasWord(text, position - 2, list)) return position - 2;
      }
    }
    return NONE;
  }

  function hasWord(text: string, at: number, list: number): boolean {
    const fourth = at + 3 < text.length ? text.charCodeAt(at + 3) : 0;
    const bit = fourth < 128 ? (FOLD[fourth] as number) : 0;
    if ((((fourths[list] as number) >>> bit) & 1) === 0) return false;
    const words = listed[list] as readonly Trigger[];
    for (let number = 0; number < words.length; number += 1)
      if (standsAt(words[number] as Trigger, text, at)) return true;
    return false;
  }

  /** The triggers whose words begin there. */
  function triggersAt(text: string, at: number): readonly Trigger[] {
    let index = 0;
    for (let position = at; position < at + 3; position += 1)
      index = (index << 5) | (FOLD[text.charCodeAt(position)] ?? 0);
    return (listed[lists[index] ?? 0] ?? []).filter((trigger) => standsAt(trigger, text, at));
  }

  /** Looks closer from the first word on. */
  function hitsFrom(text: string, first: number): Hit[] {
    const hits: Hit[] = [];
    const reading = createReading(text, level);
    for (let at = first; at >= 0; ) {
      let next = at + 1;
      for (const trigger of triggersAt(text, at)) {
        attempts += 1;
        const found = trigger.find(reading, at);
        if (found === undefined) continue;
        if ('start' in found) hits.push(found);
        else for (const hit of found) hits.push(hit);
        // Another token may stand inside a value that is known only by the text before it.
        if ('start' in found && !found.isByContext) {
          next = Math.max(next, found.end);
          break;
        }
      }
      at = nextWord(text, next);
    }
    return inOrder(hits);
  }

  return {
    find(text) {
      if (text.length < least) return undefined;
      const first = nextWord(text, 0);
      if (first === NONE) return undefined;
      const hidden = first === HIDDEN || nextHidden(text, first);
      if (!hidden) return ofSome(hitsFrom(text, first));
      const shown = withoutHidden(text);
      return ofSome(hitsFrom(shown.text, nextWord(shown.text, 0)).map(shown.inOriginal));
    },
    hasKeyword(text) {
      const first = nextWord(text, 0);
      return first >= 0 || (first === HIDDEN && nextWord(withoutHidden(text).text, 0) >= 0);
    },
    tokenStart(text, from) {
      for (let at = nextWord(text, from); at >= 0; at = nextWord(text, at + 1)) {
        const trigger = triggersAt(text, at).find(({ isByContext }) => !isByContext);
        if (trigger) return { at, length: trigger.word.length };
      }
      return undefined;
    },
    get attempts() {
      return attempts;
    },
  };
}

const NONE = -1;
const HIDDEN = -2;

function ofSome(hits: Hit[]): Hit[] | undefined {
  return hits.length === 0 ? undefined : hits;
}

import * as coreLimits from '../../../limits/core.ts';
import { isObject, type JsonObject, jsonText } from '../../lines/json.ts';
import type { Extra } from '../../thread/usage.ts';
import { forgetOldest } from '../forget-oldest.ts';

/** A line of the client with a prompt, which the CLI takes up at once, later or never. */
export interface Prompt {
  record: JsonObject;
  line: number;
  /** The rest of its envelope. */
  kept: Extra | undefined;
}

/**
 * The prompts that wait. A prompt is a part of the conversation when the CLI takes it up: at the beginning of a turn, or after
 * the tools that ran when it came. The CLI tells it by printing the prompt again, or not at all.
 */
export interface Prompts {
  add(prompt: Prompt): void;
  /** A turn began, or tools ended: the prompts that are taken up now, unless the CLI prints them itself. */
  expect(what: 'first' | 'all'): void;
  /** The model speaks, or the turn ended: whatever was expected and not printed. */
  taken(): Prompt[];
  /** The CLI printed a prompt. True if it was given before under the same id, so that the line repeats it. */
  repeats(record: JsonObject): boolean;
  /** The CLI told that it dropped the prompt with this id. */
  drop(uuid: unknown): Prompt | undefined;
  /** The prompts that were never taken up. */
  left(): Prompt[];
}

/** How many of the prompts that wait are looked at. */
const LOOKED_AT = 100;

export function createPrompts(): Prompts {
  let waiting: Prompt[] = [];
  let expected = 0;
  const given = new Set<unknown>();

  function remove(index: number): Prompt | undefined {
    const [prompt] = waiting.splice(index, 1);
    if (index < expected) expected -= 1;
    return prompt;
  }

  return {
    add(prompt) {
      waiting.push(prompt);
    },
    expect(what) {
      expected = what === 'all' ? waiting.length : Math.min(1, waiting.length);
    },
    taken() {
      if (expected === 0) return [];
      const prompts = waiting.slice(0, expected);
      waiting = waiting.slice(expected);
      expected = 0;
      for (const { record } of prompts) if (typeof record.uuid === 'string') given.add(record.uuid);
      return prompts;
    },
    repeats(record) {
      const { uuid } = record;
      if (typeof uuid === 'string' && given.has(uuid)) return true;
      const said = wordsOf(record);
      // The CLI takes them up in order. Few wait at any time.
      const next = waiting.slice(0, LOOKED_AT);
      const own = next.findIndex(({ record: prompt }) => prompt.uuid !== undefined && prompt.uuid === uuid);
      const same = next.findIndex(({ record: prompt }) => prompt.uuid === undefined && wordsOf(prompt) === said);
      if (own !== -1 || same !== -1) remove(own === -1 ? same : own);
      if (typeof uuid === 'string') given.add(uuid);
      forgetOldest(given, coreLimits.maxRememberedTurns);
      return false;
    },
    drop(uuid) {
      const index = waiting.findIndex(({ record }) => typeof uuid === 'string' && record.uuid === uuid);
      return index === -1 ? undefined : remove(index);
    },
    left: () => waiting.splice(0),
  };
}

/** The content of a prompt, to compare it. A text and a list of one text are the same. */
function wordsOf({ message }: JsonObject): string {
  const content = isObject(message) ? message.content : undefined;
  return jsonText(typeof content === 'string' ? [{ type: 'text', text: content }] : content);
}

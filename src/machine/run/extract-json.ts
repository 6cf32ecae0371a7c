import { closingBracket } from '../../core/lines/closing-bracket.ts';

/** Maximum number of places to try. A text may consist of brackets only. */
const MAX_TRIES = 64;

/**
 * Finds an object or an array in a text: the whole text, else a fenced block, else the first one in it, else null.
 *
 * @example
 * import { extractJson } from 'threadline/run';
 *
 * console.log(extractJson('Here it is: {"answer": 42}. Anything else?')); // { answer: 42 }
 */
export function extractJson(text: unknown): unknown {
  if (typeof text !== 'string') return null;
  return parseStructure(text) ?? findFenced(text) ?? findEmbedded(text) ?? null;
}

function findFenced(text: string): object | undefined {
  for (const [, block = ''] of text.matchAll(/```(?:json\w*)?\s([\s\S]*?)```/gi)) {
    const value = parseStructure(block);
    if (value) return value;
  }
  return undefined;
}

function findEmbedded(text: string): object | undefined {
  const opening = /[[{]/g;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const match = opening.exec(text);
    if (!match) return undefined;
    const end = closingBracket(text, match.index);
    const value = end === -1 ? undefined : parseStructure(text.slice(match.index, end));
    if (value) return value;
  }
  return undefined;
}

function parseStructure(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

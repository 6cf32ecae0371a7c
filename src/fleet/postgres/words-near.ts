import { nearWords } from '../../archive/query/near-words.ts';
import type { Queries } from './connect.ts';
import { createVocabulary } from './words.ts';

/** Words that the reader of the transaction knows, and that differ from those of a text by few letters, nearest first. */
export function wordsNear(queries: Queries, text: string): Promise<string[]> {
  const vocabulary = createVocabulary(queries, 'owner');
  const find = async (half: string) => (await vocabulary.find(half, 'inside')) ?? [];
  return nearWords(text, async ([one, other]) => [...(await find(one)), ...(await find(other))]);
}

/** A matching text: the counts of each part of the query in it, and its number of words. */
export interface MatchedText<Item> {
  item: Item;
  counts: readonly number[];
  length: number;
}

/** The usual constants of BM25. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/** Sorts by BM25, best first, without the rarity of words: every text holds every word. Equals keep their order. */
export function rankTexts<Item>(texts: readonly MatchedText<Item>[]): Item[] {
  const mean = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length);
  const score = ({ counts, length }: MatchedText<Item>): number => {
    const norm = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / Math.max(1, mean));
    return counts.reduce((sum, count) => sum + (count * (SATURATION + 1)) / (count + norm), 0);
  };
  const scored = texts.map((text) => ({ item: text.item, score: score(text) }));
  return scored.sort((one, other) => other.score - one.score).map(({ item }) => item);
}

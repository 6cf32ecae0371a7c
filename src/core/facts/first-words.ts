/** The first line with any words, cut to `most` characters. Empty if there is none. */
export function firstWords(text: string, most: number): string {
  const start = text.slice(0, 10 * most).trimStart();
  const words = (start.split('\n', 1)[0] ?? '').trim();
  // Do not cut through a surrogate pair.
  return words.length <= most ? words : `${words.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The first line that says something, cut where it has more than `most` characters; empty where none does. */
export function firstWords(text: string, most: number): string {
  const start = text.slice(0, 10 * most).trimStart();
  const words = (start.split('\n', 1)[0] ?? '').trim();
  // A character that is written as two must not be cut in the middle.
  return words.length <= most ? words : `${words.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`;
}

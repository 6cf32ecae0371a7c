/** A count of tokens. What is none counts as 0. */
export function countOf(value: unknown): number {
  return Number.isSafeInteger(value) ? (value as number) : 0;
}

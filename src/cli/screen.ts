/** Where nothing says how wide the screen is. */
const USUAL_COLUMNS = 80;
/** Lines that are longer than this are hard to read, lines shorter than this hold nothing. */
const MOST_COLUMNS = 240;
const LEAST_COLUMNS = 24;

/** How wide the screen is. */
export function screenColumns(stream: { columns?: number } = process.stdout): number {
  return Math.min(Math.max(stream.columns || USUAL_COLUMNS, LEAST_COLUMNS), MOST_COLUMNS);
}

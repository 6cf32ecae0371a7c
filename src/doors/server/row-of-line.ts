import type { Row } from './api-types.ts';

/**
 * The row to show for a line of the file: one that begins or ends with it, else one that spans it, else the last one that
 * begins before it. Many lines make no row. The page uses this file too, so it uses no Node.
 */
export function rowOfLine(rows: readonly Row[], line: number): Row | undefined {
  let spanning: Row | undefined;
  let before: Row | undefined;
  for (const row of rows) {
    const [first, last] = row.lines;
    if (first === line || last === line) return row;
    if (first === 0 || first > line) continue;
    if (line < last) spanning ??= row;
    if (first >= (before?.lines[0] ?? 0)) before = row;
  }
  return spanning ?? before ?? rows[0];
}

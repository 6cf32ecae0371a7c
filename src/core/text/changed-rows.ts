import { diffArrays } from 'diff';

/** How many unchanged lines are shown around a change. */
const CONTEXT = 3;

/**
 * The rows of a unified diff of two texts, without numbers: `@@` stands between changes that are far from each other.
 * Undefined if there are more edits than that. Only what arrays need of the package that compares is in a page.
 */
export function changedRows(before: string, after: string, maxEdits: number): string[] | undefined {
  const parts = diffArrays(linesOf(before), linesOf(after), { maxEditLength: maxEdits });
  if (!parts) return undefined;
  const rows: string[] = [];
  for (const [index, { added, removed, value }] of parts.entries()) {
    if (added || removed) add(rows, added ? '+' : '-', value);
    else if (index > 0 && index < parts.length - 1 && value.length <= CONTEXT * 2) add(rows, ' ', value);
    else {
      if (index > 0) add(rows, ' ', value.slice(0, CONTEXT));
      if (index > 0 && index < parts.length - 1) rows.push('@@');
      if (index < parts.length - 1) add(rows, ' ', value.slice(-CONTEXT));
    }
  }
  return rows;
}

/** With their ends: a last line that got one is another line. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

function add(rows: string[], sign: string, lines: readonly string[]): void {
  for (const line of lines) rows.push(sign + line.replace(/\n$/, ''));
}

import type { FileOp } from './file-op.ts';
import { isTellingLine, squeezeLine } from './line-table.ts';

/** The telling lines that an operation brings into its file, squeezed, each once. What it only shows is not its own. */
export function writtenLines(op: FileOp): string[] {
  const found = new Set<string>();
  for (const [before, after] of textsOf(op)) {
    const old = new Set(before.map(squeezeLine));
    for (const line of after) {
      const squeezed = squeezeLine(line);
      if (!old.has(squeezed) && isTellingLine(squeezed)) found.add(squeezed);
    }
  }
  return [...found];
}

/** The lines before and after each change of an operation. */
function textsOf(op: FileOp): (readonly [before: readonly string[], after: readonly string[]])[] {
  switch (op.kind) {
    case 'write':
      return [[linesOf(op.append ? '' : (op.before ?? '')), linesOf(op.content)]];
    case 'edit':
      return op.edits.map((edit) => [linesOf(edit.old), linesOf(edit.new)]);
    case 'patch':
      return op.hunks.map(({ before, after }) => [before, after]);
    default:
      return [];
  }
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

import { alignLines } from './align.ts';
import type { FileState, RetypedLine } from './file-state.ts';
import { isSameLine, type LineIds, type LineTable } from './line-table.ts';

/** Called for each line that a call typed, squeezed. `isAnew`: it stood there before, with other blanks. */
export type OnTyped = (squeezed: number, isAnew: boolean) => void;

/**
 * The writers of a text: those of the state before for lines that stay, and `writer` for the others. A call that moves a line in or
 * out types it again, and a commit then adds it; what a formatter does is no call, and changes no writer. So blanks count only where
 * it is sure (`isSure`) that the call was made on the state before.
 */
export function carryLines(
  table: LineTable,
  old: FileState | undefined,
  lines: LineIds,
  { writer, isSure = false, onTyped }: { writer: number; isSure?: boolean; onTyped?: OnTyped },
): Pick<FileState, 'writers' | 'retyped'> {
  const squeezed = table.squeezed(lines);
  const alignment = old && !old.isGone ? alignLines(table.squeezed(old.lines), squeezed) : undefined;
  const writers = new Int32Array(lines.length);
  const retyped = new Map<number, RetypedLine>();
  for (let at = 0; at < lines.length; at += 1) {
    const from = alignment?.[at] ?? -1;
    const before = from < 0 ? undefined : { line: old?.lines[from] ?? 0, writer: old?.writers[from] ?? 0 };
    const isAnew = before !== undefined && isSure && !isSameLine(table, before.line, lines[at] ?? 0);
    const earlier = old?.retyped?.get(from) ?? (isAnew ? before : undefined);
    if (earlier) retyped.set(at, earlier);
    writers[at] = before && !isAnew ? before.writer : writer;
    if (!before || isAnew) onTyped?.(squeezed[at] ?? 0, isAnew);
  }
  return { writers, ...(retyped.size > 0 && { retyped }) };
}

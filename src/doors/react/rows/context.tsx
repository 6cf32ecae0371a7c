import { visibleLine } from '../../../core/text/visible-text.ts';
import type { Row } from '../../../core/writers/rows/row.ts';
import { contextRunAt } from '../context-runs.ts';
import { formatBytes } from '../format/figures.ts';
import { rowText } from '../row-text.ts';
import { useThreadView } from '../thread-view.ts';
import { Blocks } from './blocks.tsx';
import { FoldLine } from './fold-line.tsx';

/** Context that the program gave the model without being asked: instructions, the environment, files. */
export function ContextRow({ row }: { row: Row }) {
  const { kinds, rowAt, isOpen, isRunOpen, toggleRun } = useThreadView();
  const run = contextRunAt(kinds(), row.row);
  const isFirst = run?.first === row.row;
  if (run && isFirst && !isRunOpen(run.first)) {
    const size = textsOf(rowAt, run).reduce((sum, text) => sum + text.length, 0);
    return (
      <FoldLine
        row={row}
        name={`${run.count} context blocks`}
        text={rowText(row)}
        aside={formatBytes(size)}
        onToggle={() => toggleRun(run.first, true)}
      />
    );
  }
  const text = rowText(row);
  return (
    <>
      {run && isFirst && (
        <button type="button" className="show-more" aria-expanded onClick={() => toggleRun(run.first, false)}>
          Fold {run.count} context blocks
        </button>
      )}
      <FoldLine row={row} name={nameOf(row, rowAt(row.row - 1))} text={text} aside={formatBytes(text.length)} />
      {isOpen(row, false) && <Blocks row={row} />}
    </>
  );
}

/** The task of a sub-agent whose rows are in the same file, or the output of a command that was typed. */
function nameOf({ parent, role }: Row, before: Row | undefined): string {
  if (parent !== undefined && role === 'user') return 'Task of the sub-agent';
  const block = before?.blocks.find((one) => one.type === 'plain');
  return before?.kind === 'prompt' && block?.command !== undefined
    ? `Output of ${visibleLine(block.command)}`
    : 'Context';
}

/** The texts of the run's rows, as far as they are here. */
function textsOf(
  rowAt: (row: number) => Row | undefined,
  { first, count }: { first: number; count: number },
): string[] {
  return Array.from({ length: count }, (_, place) => rowAt(first + place)).flatMap((row) => (row ? rowText(row) : []));
}

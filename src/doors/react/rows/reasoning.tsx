import type { Row } from '../../../core/writers/rows/row.ts';
import { formatDuration } from '../format/figures.ts';
import { rowText } from '../row-text.ts';
import { useThreadView } from '../thread-view.ts';
import { Blocks } from './blocks.tsx';
import { FoldLine } from './fold-line.tsx';

/** The agent's reasoning: its first words, and all of it when opened. */
export function ReasoningRow({ row }: { row: Row }) {
  const view = useThreadView();
  const isOpen = view.isOpen(row, false);
  const aside = row.ms !== undefined ? formatDuration(row.ms) : row.time === undefined ? '' : view.formatTime(row.time);
  return (
    <>
      <FoldLine row={row} name="Reasoning" text={rowText(row) || 'not kept by the agent'} aside={aside} />
      {isOpen && (
        <div className="thinking">
          <Blocks row={row} />
        </div>
      )}
    </>
  );
}

import { visibleLine } from '../../../core/text/visible-text.ts';
import type { Row } from '../../../core/writers/rows/row.ts';
import { useThreadView } from '../thread-view.ts';
import { Blocks } from './blocks.tsx';

/** A break in the thread: compaction, abort, fork, resume, another model. */
export function DividerRow({ row }: { row: Row }) {
  const view = useThreadView();
  const isOpen = view.isOpen(row, false);
  const mark = row.blocks.find((block) => block.type === 'mark');
  const hasMore = row.blocks.some((block) => block.type !== 'mark' || block.detail !== undefined);
  return (
    <>
      <div className="divider">
        <span>{visibleLine(mark?.what ?? 'Context compacted')}</span>
        {hasMore && (
          <button type="button" aria-expanded={isOpen} onClick={() => view.toggle(row, !isOpen)}>
            {isOpen ? 'hide summary' : 'show summary'}
          </button>
        )}
      </div>
      {isOpen && <Blocks row={row} />}
    </>
  );
}

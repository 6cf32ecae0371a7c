import type { Row } from '../../../core/writers/rows/row.ts';
import { RowHead } from '../row-frame.tsx';
import { useThreadView } from '../thread-view.ts';
import { Blocks } from './blocks.tsx';

const FOLDED_LINES = 24;
const FOLDED_CHARACTERS = 2400;

/** The person's text. */
export function PromptRow({ row }: { row: Row }) {
  const view = useThreadView();
  const isLong = row.blocks.some((block) => 'text' in block && isLongText(block.text.text));
  const isOpen = view.isOpen(row, !isLong);
  return (
    <>
      <RowHead row={row} name="You">
        {row.turn > 0 && <span>turn {row.turn}</span>}
      </RowHead>
      <div className="prompt-block">
        <div className={isLong && !isOpen ? 'folded-text' : undefined}>
          <Blocks row={row} />
        </div>
        {isLong && (
          <button type="button" className="show-more" aria-expanded={isOpen} onClick={() => view.toggle(row, !isOpen)}>
            {isOpen ? 'Show less' : 'Show all of it'}
          </button>
        )}
      </div>
    </>
  );
}

function isLongText(text: string): boolean {
  return text.length > FOLDED_CHARACTERS || text.split('\n', FOLDED_LINES + 1).length > FOLDED_LINES;
}

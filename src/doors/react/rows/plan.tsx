import { visibleText } from '../../../core/text/visible-text.ts';
import type { Row, RowBlock } from '../../../core/writers/rows/row.ts';
import { Icon } from '../icon.tsx';
import { RowHead } from '../row-frame.tsx';
import { useThreadView } from '../thread-view.ts';
import { Blocks } from './blocks.tsx';
import { hasPlanBefore, PlanHistory } from './plan-history.tsx';

type PlanBlockData = Extract<RowBlock, { type: 'plan' }>;

/** The agent's plan. Opened, it shows its history. */
export function PlanRow({ row }: { row: Row }) {
  const view = useThreadView();
  const isOpen = view.isOpen(row, false);
  const items = row.blocks.flatMap((block) => (block.type === 'plan' ? block.items : []));
  const done = items.filter((item) => item.state === 'done').length;
  return (
    <>
      <RowHead row={row}>
        <span>
          {done} of {items.length} done
        </span>
      </RowHead>
      <Blocks row={row} />
      {hasPlanBefore(view.kinds(), row.row) && (
        <>
          {isOpen && <PlanHistory row={row} />}
          <button type="button" className="show-more" aria-expanded={isOpen} onClick={() => view.toggle(row, !isOpen)}>
            {isOpen ? 'Hide how it changed' : 'Show how it changed'}
          </button>
        </>
      )}
    </>
  );
}

const words = { done: 'done', doing: 'in progress', open: 'open' };

export function PlanBlock({ block }: { block: PlanBlockData }) {
  return (
    <div className="box">
      <ul className="plan-list">
        {block.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two items of a plan may say the same
          <li key={index} className={item.state}>
            <i aria-hidden="true">{item.state === 'done' && <Icon name="check" />}</i>
            <span>
              <span className="screen-reader">{words[item.state]}: </span>
              {visibleText(item.text)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

import { visibleLine } from '../../../core/text/visible-text.ts';
import type { Row, RowBlock } from '../../../core/writers/rows/row.ts';
import { plural } from '../format/figures.ts';
import { fileIn } from '../project-path.ts';
import { RowHead } from '../row-frame.tsx';
import { Diff } from '../text/diff.tsx';
import { useThreadView } from '../thread-view.ts';
import { useLongText } from '../use-long-text.ts';
import { Blocks, ShowMore } from './blocks.tsx';

type DiffBlock = Extract<RowBlock, { type: 'diff' }>;

const FOLDED_LINES = 40;

/** Changed files, with their changes. */
export function ChangeRow({ row }: { row: Row }) {
  const files = row.blocks.filter((block) => block.type === 'diff');
  const [only] = files;
  return (
    <>
      <RowHead row={row}>
        {files.length === 1 && only ? <FileName block={only} /> : <span>{plural(files.length, 'file')}</span>}
      </RowHead>
      <Blocks row={row} />
    </>
  );
}

function FileName({ block }: { block: DiffBlock }) {
  const { folder } = useThreadView();
  return (
    <>
      <span className="mono" title={visibleLine(block.path)}>
        {visibleLine(fileIn(folder, block.path))}
        {block.movePath !== undefined && ` → ${visibleLine(fileIn(folder, block.movePath))}`}
      </span>
      {block.change !== 'update' && <span className="tag">{block.change === 'add' ? 'new' : 'deleted'}</span>}
      <Counts add={block.add} del={block.del} />
    </>
  );
}

function Counts({ add, del }: { add: number; del: number }) {
  return (
    <span className="tag num">
      <span className="plus">+{add}</span> <span className="minus">−{del}</span>
    </span>
  );
}

export function ChangeBlock({ row, block, index }: { row: Row; block: DiffBlock; index: number }) {
  const view = useThreadView();
  const isOpen = view.isOpen(row, false);
  const isOneOfMany = row.blocks.filter((other) => other.type === 'diff').length > 1;
  const long = useLongText(row.row, index, 'diff', block.diff ?? { text: '' });
  const count = block.add + block.del;
  const lines = long.text.split('\n').length;
  return (
    <div className="box">
      {isOneOfMany && (
        <div className="box-head">
          <FileName block={block} />
        </div>
      )}
      {block.diff && long.text !== '' && (
        <Diff diff={long.text} path={block.movePath ?? block.path} maxLines={isOpen ? undefined : FOLDED_LINES} />
      )}
      {!block.diff && <div className="box-head">{count === 0 ? 'The agent did not keep what changed.' : ''}</div>}
      {!isOpen && lines > FOLDED_LINES && (
        <div className="more-line">
          <button type="button" onClick={() => view.toggle(row, true)}>
            Show {plural(lines - FOLDED_LINES, 'more line')}
          </button>
        </div>
      )}
      {isOpen && <ShowMore long={long} />}
    </div>
  );
}

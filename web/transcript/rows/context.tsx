import type { Row } from '../../../src/doors/server/api-types.ts';
import { formatBytes } from '../../format/figures.ts';
import { rowText } from '../row-text.ts';
import { useThreadView } from '../thread-view.ts';
import { Blocks } from './blocks.tsx';
import { FoldLine } from './fold-line.tsx';

/** Context that the program gave the model without being asked: instructions, the environment, files. */
export function ContextRow({ row }: { row: Row }) {
  const isOpen = useThreadView().isOpen(row, false);
  const text = rowText(row);
  return (
    <>
      <FoldLine row={row} name="Context" text={text} aside={formatBytes(text.length)} />
      {isOpen && <Blocks row={row} />}
    </>
  );
}

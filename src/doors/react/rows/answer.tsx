import type { Row } from '../../../core/writers/rows/row.ts';
import { RowHead } from '../row-frame.tsx';
import { useThreadView } from '../thread-view.ts';
import { Blocks } from './blocks.tsx';

/** The agent's answer. */
export function AnswerRow({ row }: { row: Row }) {
  const { agentTitle } = useThreadView();
  return (
    <>
      <RowHead row={row} name={agentTitle} />
      <Blocks row={row} />
    </>
  );
}

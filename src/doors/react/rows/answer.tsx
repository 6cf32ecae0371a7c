import type { Row } from '../../../src/doors/server/api-types.ts';
import { useAgents } from '../../stores/agents.ts';
import { RowHead } from '../row-frame.tsx';
import { useThreadView } from '../thread-view.ts';
import { Blocks } from './blocks.tsx';

/** The agent's answer. */
export function AnswerRow({ row }: { row: Row }) {
  const { agent } = useThreadView();
  const { titleOf } = useAgents();
  return (
    <>
      <RowHead row={row} name={titleOf(agent)} />
      <Blocks row={row} />
    </>
  );
}

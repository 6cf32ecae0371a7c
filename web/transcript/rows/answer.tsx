import type { Row } from '../../../src/doors/server/api-types.ts';
import { agentName } from '../../ui/agent-mark.tsx';
import { RowHead } from '../row-frame.tsx';
import { useThreadView } from '../thread-view.ts';
import { Blocks } from './blocks.tsx';

/** What the agent answered. */
export function AnswerRow({ row }: { row: Row }) {
  const { agent } = useThreadView();
  return (
    <>
      <RowHead row={row} name={agentName(agent)} />
      <Blocks row={row} />
    </>
  );
}

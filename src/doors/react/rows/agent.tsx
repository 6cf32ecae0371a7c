import type { Row } from '../../../core/writers/rows/row.ts';
import { RowHead } from '../row-frame.tsx';
import { rowText } from '../row-text.ts';
import { useThreadView } from '../thread-view.ts';
import { Blocks } from './blocks.tsx';
import { FoldLine } from './fold-line.tsx';

/** A sub-agent: its task, its result, and its own thread where there is one to show. */
export function AgentRow({ row }: { row: Row }) {
  const { Child } = useThreadView().slots;
  return (
    <>
      <RowHead row={row} />
      {Child ? <Child row={row} task={<Task row={row} />} /> : <Task row={row} />}
    </>
  );
}

function Task({ row }: { row: Row }) {
  const isOpen = useThreadView().isOpen(row, false);
  return (
    <>
      <div className="box">
        <FoldLine row={row} name="Task" text={taskOf(row)} aside="" />
      </div>
      {isOpen && <Blocks row={row} />}
    </>
  );
}

/** What the sub-agent was asked to do, in the words of the call. */
function taskOf(row: Row): string {
  const block = row.blocks.find((one) => one.type === 'call');
  try {
    const input: unknown = JSON.parse(block?.input.text ?? '');
    if (typeof input === 'object' && input !== null) {
      const words = 'prompt' in input ? input.prompt : 'description' in input ? input.description : undefined;
      if (typeof words === 'string' && words !== '') return words;
    }
  } catch {
    // A long or odd input is shown as it is.
  }
  return rowText(row);
}

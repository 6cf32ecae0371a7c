import { memo } from 'react';
import type { Row as RowData } from '../../core/writers/rows/row.ts';
import { RowBoundary } from './row-boundary.tsx';
import { RowArticle } from './row-frame.tsx';
import { AgentRow } from './rows/agent.tsx';
import { AnswerRow } from './rows/answer.tsx';
import { CallRow } from './rows/call.tsx';
import { ChangeRow } from './rows/change.tsx';
import { CommandRow } from './rows/command.tsx';
import { ContextRow } from './rows/context.tsx';
import { DividerRow } from './rows/divider.tsx';
import { ImageRow } from './rows/image.tsx';
import { PlanRow } from './rows/plan.tsx';
import { ProblemRow } from './rows/problem.tsx';
import { PromptRow } from './rows/prompt.tsx';
import { ReasoningRow } from './rows/reasoning.tsx';
import { WebRow } from './rows/web.tsx';
import { useThreadView } from './thread-view.ts';

/** One row of a transcript, of any kind. It is drawn again only if it is another row, or selected. */
export const Row = memo(function Row({ row, isSelected, total }: { row: RowData; isSelected: boolean; total: number }) {
  return (
    <RowArticle row={row} isSelected={isSelected} total={total}>
      <RowBoundary row={row} key={row.lines[1]}>
        <MaskedContent row={row} />
      </RowBoundary>
    </RowArticle>
  );
});

/** Secrets are hidden until the reader asks for them, where they can be asked for. */
function MaskedContent({ row }: { row: RowData }) {
  const { Secrets } = useThreadView().slots;
  return row.secrets && Secrets ? <Secrets row={row} draw={drawContent} /> : <Content row={row} />;
}

function drawContent(row: RowData) {
  return <Content row={row} />;
}

function Content({ row }: { row: RowData }) {
  switch (row.kind) {
    case 'prompt':
      return <PromptRow row={row} />;
    case 'context':
      return <ContextRow row={row} />;
    case 'answer':
      return <AnswerRow row={row} />;
    case 'reasoning':
      return <ReasoningRow row={row} />;
    case 'command':
      return <CommandRow row={row} />;
    case 'change':
      return <ChangeRow row={row} />;
    case 'plan':
      return <PlanRow row={row} />;
    case 'mcp':
    case 'tool':
      return <CallRow row={row} />;
    case 'web':
      return <WebRow row={row} />;
    case 'agent':
      return <AgentRow row={row} />;
    case 'image':
      return <ImageRow row={row} />;
    case 'divider':
      return <DividerRow row={row} />;
    default:
      return <ProblemRow row={row} />;
  }
}

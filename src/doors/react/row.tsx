import { memo } from 'react';
import type { Row as RowData } from '../../src/doors/server/api-types.ts';
import { api } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
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
import { SecretsLine } from './secrets-line.tsx';
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

/** Secrets are not sent until the reader asks for them. */
function MaskedContent({ row }: { row: RowData }) {
  return row.secrets ? <ContentWithSecrets row={row} /> : <Content row={row} />;
}

function ContentWithSecrets({ row }: { row: RowData }) {
  const { store, showsSecrets, toggleSecrets } = useThreadView();
  const isShown = showsSecrets(row.row);
  const place = isShown ? `${store.key} ${store.fold.reading} ${row.row} ${row.lines[1]}` : undefined;
  const { value } = useAnswer(place, () => api.rowWithSecrets(store.key, row.row));
  return (
    <>
      <Content row={isShown && value ? value.row : row} />
      <SecretsLine isShown={isShown} onToggle={() => toggleSecrets(row.row, !isShown)} />
    </>
  );
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

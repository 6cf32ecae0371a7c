import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiPrompts } from '../../../src/doors/server/api-types.ts';
import { api } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { plural } from '../../format/figures.ts';
import { formatWhole } from '../../format/times.ts';
import { Plain } from '../../text/plain.tsx';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { EmptyState, FailureState } from '../../ui/empty-state.tsx';
import { PageMain, stateOf } from '../../ui/page-main.tsx';
import { useTitle } from '../../ui/use-title.ts';

/** What was typed in a session whose file is deleted. Nothing else of it is left. */
export function PromptsPage({ sessionKey }: { sessionKey: string }) {
  const { value, error, retry } = useAnswer(sessionKey, () => api.prompts(sessionKey));
  useTitle(value ? visibleLine(value.head.title) : 'Prompts');
  if (error === 'not-found') {
    return (
      <PageMain page="prompts" state="empty">
        <EmptyState level={1} title="No prompts of this session">
          <p>No log of an agent tells of it, or the session is there itself.</p>
          <a className="btn" href="/?ghosts=1">
            All sessions
          </a>
        </EmptyState>
      </PageMain>
    );
  }
  return (
    <PageMain page="prompts" state={stateOf({ value, error })} className="page-body">
      {value && <Prompts answer={value} />}
      {error !== undefined && !value && <FailureState code={error} onRetry={retry} />}
      {error === undefined && !value && <p className="empty-state">Reading the log …</p>}
    </PageMain>
  );
}

function Prompts({ answer: { head, prompts, total } }: { answer: ApiPrompts }) {
  return (
    <>
      <div className="page-title">
        <AgentMark agent={head.agent} />
        <h1>{visibleLine(head.title) || 'Untitled'}</h1>
        <span className="tag">prompts only</span>
        <span className="key mono">{visibleLine(head.projectName ?? '')}</span>
      </div>
      <p className="ghost-note">
        The file of this session is deleted. The agent’s own log still has what was typed, and nothing of what was
        answered or done.
        {head.ghost?.assumed && ' The log names no session: prompts that follow each other closely are taken for one.'}
      </p>
      <ol className="prompts">
        {prompts.map(({ text, at, cut }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the log only grows, and a prompt has no other name than its place
          <li key={index}>
            {at > 0 && <time className="num">{formatWhole(at)}</time>}
            <Plain text={text} />
            {cut && <p className="ghost-note">The rest of this prompt is not shown.</p>}
          </li>
        ))}
      </ol>
      {total > prompts.length && (
        <p className="ghost-note">{plural(total - prompts.length, 'more prompt')} not shown.</p>
      )}
    </>
  );
}

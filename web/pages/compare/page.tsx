import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiCompare, ApiStatus } from '../../../src/doors/server/api-types.ts';
import { api } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { plural } from '../../format/figures.ts';
import { formatWhen } from '../../format/times.ts';
import { useKeys } from '../../keyboard.ts';
import { compareUrl, navigate, sessionUrl, usePlace } from '../../router.ts';
import { useAgents } from '../../stores/agents.ts';
import { overview } from '../../stores/overview.ts';
import { useStore } from '../../stores/store.ts';
import { useNews } from '../../stores/use-news.ts';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { CompareButton } from '../../ui/compare-button.tsx';
import { EmptyState, FailureState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageMain, stateOf } from '../../ui/page-main.tsx';
import { statusWords } from '../../ui/status-dot.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useTitle } from '../../ui/use-title.ts';
import { ComparedFigures } from './compared-figures.tsx';
import { ComparedFiles } from './compared-files.tsx';
import { ComparedSteps } from './compared-steps.tsx';

/** Each session is read as a whole, so those that run are read again at most so often. */
const NEWS_MS = 2000;

/** Two or three sessions side by side: the result of `threadline compare`. */
export function ComparePage() {
  useTitle('Compare');
  const { search } = usePlace();
  const keys = ['a', 'b', 'c'].flatMap((side) => search.get(side) || []);
  const query = Object.fromEntries(keys.map((key, index) => ['abc'[index] ?? 'c', key]));
  const isAsked = keys.length > 1;
  const news = useNews(NEWS_MS, keys);
  const asked = isAsked ? `${keys.join(' ')} ${news}` : undefined;
  const answer = useAnswer(asked, (signal) => api.compare(query, signal));
  const { value, error } = answer;
  const state = isAsked ? stateOf(answer, value?.steps.length === 0) : 'empty';
  return (
    <PageMain page="compare" state={state} className="page-body compare-page">
      <div className="page-title">
        <h1>Compare</h1>
        {value && <Sameness comparison={value} />}
        <span className="spacer" />
        {value && isAsked && <Swap keys={keys} />}
        {value && keys.length === 2 && <CompareButton keys={keys}>+ Add a third</CompareButton>}
        {value && isAsked && <ExportComparison query={query} />}
      </div>
      {!isAsked && (
        <EmptyState title="Which sessions?">
          <p>
            Mark two or three in the list (<kbd>x</kbd>) and press Compare, or open a session: those of the same prompt
            are offered in its head.
          </p>
          <a className="btn" href="/">
            All sessions
          </a>
        </EmptyState>
      )}
      {isAsked && !value && error !== undefined && <FailureState code={error} onRetry={answer.retry} />}
      {isAsked && !value && error === undefined && <p className="empty-state">Reading the sessions …</p>}
      {value && isAsked && <Compared comparison={value} />}
    </PageMain>
  );
}

/** The sessions in another order: the last one comes first. */
function Swap({ keys }: { keys: readonly string[] }) {
  const url = compareUrl([...keys.slice(-1), ...keys.slice(0, -1)]);
  useKeys({ s: () => navigate(url, 'replace') });
  return (
    <a className="btn" href={url}>
      Swap <kbd>s</kbd>
    </a>
  );
}

/** What `threadline compare --json` prints, without secrets. */
function ExportComparison({ query }: { query: Record<string, string> }) {
  return (
    <a className="btn" href={`/api/compare?${new URLSearchParams(query)}`} download="comparison.json">
      <Icon name="share" />
      Export
    </a>
  );
}

function Sameness({ comparison: { same, heads } }: { comparison: ApiCompare }) {
  const prompt = same.prompt ? 'the same prompt' : 'different prompts';
  const commit = same.commit === null ? '' : ` on ${same.commit ? 'the same commit' : 'different commits'}`;
  return (
    <span className="key">
      {prompt}
      {commit} {same.commit === true && <span className="tag mono">{heads[0]?.commit?.slice(0, 7)}</span>}
    </span>
  );
}

function Compared({ comparison }: { comparison: ApiCompare }) {
  const { same, counts, steps, cut } = comparison;
  return (
    <>
      <Heads comparison={comparison} />
      {same.commit === false && (
        <p className="note warn-note">They began on different commits, so the figures do not compare.</p>
      )}
      {!same.cwd && <p className="note">They ran in different folders. Paths are compared from each folder.</p>}
      <ComparedFigures comparison={comparison} />
      {steps.length === 0 ? (
        <EmptyState title="No step in either session" />
      ) : (
        <>
          {counts.same + counts.differs === 0 && (
            <p className="note">No step in common: figures and files alone compare.</p>
          )}
          <ComparedSteps comparison={comparison} />
        </>
      )}
      {cut && <p className="note">Only the first 5,000 steps of a session are compared.</p>}
      <ComparedFiles comparison={comparison} />
    </>
  );
}

function Heads({ comparison: { heads, keys, counts, steps } }: { comparison: ApiCompare }) {
  const { titleOf } = useAgents();
  const now = useNow(60_000);
  const { running } = useStore(overview);
  const statusOf = (key: string | undefined) => running.find((one) => one.key === key)?.status;
  return (
    <div className={`compare-heads of-${heads.length}`}>
      {heads.map((head, index) => (
        <article key={head.side} className={`side-${head.side}`}>
          <h2>
            <AgentMark agent={head.agent} />
            <a href={sessionUrl(keys[index] ?? '')}>{visibleLine(head.title) || 'Untitled'}</a>
            <Running status={statusOf(keys[index])} />
            <span className="spacer" />
            {head.startedAt !== undefined && <span className="key num">{formatWhen(head.startedAt, now)}</span>}
          </h2>
          <p className="num">
            <b>{head.side.toUpperCase()}</b> {titleOf(head.agent)} {visibleLine(head.version ?? '')}
            {head.model !== undefined && <b> {visibleLine(head.model)}</b>}
            {head.branch !== undefined && <span className="mono"> {visibleLine(head.branch)}</span>}
          </p>
        </article>
      ))}
      <p className="compare-sum num">
        <span data-value={counts.same}>{counts.same}</span> of {plural(steps.length, 'step')} equal
      </p>
    </div>
  );
}

/** The figures of a session that still runs are those so far. */
function Running({ status }: { status: ApiStatus | undefined }) {
  return status && <span className={`tag ${status === 'waiting' ? 'warn' : 'ok'}`}>{statusWords[status]}</span>;
}

import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiInsights } from '../../../src/doors/server/api-types.ts';
import { api } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatCost, plural } from '../../format/figures.ts';
import { readersZone } from '../../format/times.ts';
import { useKeys } from '../../keyboard.ts';
import { usePlace } from '../../router.ts';
import { useAgents } from '../../stores/agents.ts';
import { overview } from '../../stores/overview.ts';
import { useStore } from '../../stores/store.ts';
import { useNews } from '../../stores/use-news.ts';
import { EmptyState, FailureState } from '../../ui/empty-state.tsx';
import { PageMain, stateOf } from '../../ui/page-main.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { OneMenu } from '../sessions/filter-bar.tsx';
import { CommitList } from './commit-list.tsx';
import { FindingCard } from './finding-card.tsx';
import { OutcomePanel } from './outcome-panel.tsx';
import { ToolTable } from './tool-table.tsx';
import { useHiddenFindings } from './use-hidden-findings.ts';

const periods = [
  { value: '', name: 'Last 30 days' },
  { value: '7d', name: 'Last 7 days' },
  { value: '90d', name: 'Last 90 days' },
  { value: '365d', name: 'Last 365 days' },
  { value: 'all', name: 'All time' },
];
/** More findings than these are a list that nobody works off. The command has them all. */
const SHOWN = 6;
/** Fewer sessions say little. */
const FEW_SESSIONS = 20;
const MOST_PROJECTS = 20;
/** All sessions are read for an answer: the server keeps one for as long. */
const NEWS_MS = 60_000;

/** What agents fail at and what costs too much: the result of `threadline insights`. */
export function InsightsPage() {
  useTitle('Insights');
  const { search } = usePlace();
  const since = search.get('since') ?? '';
  const agent = search.get('agent') ?? '';
  const project = search.get('project') ?? '';
  const query = { since: since || '30d', agent, project, zone: readersZone() };
  const news = useNews(NEWS_MS);
  const answer = useAnswer(`${JSON.stringify(query)} ${news}`, (signal) => api.insights(query, signal));
  const { value, error, retry } = answer;
  const agents = useAgents();
  const { projects } = useStore(overview);
  return (
    <PageMain page="insights" state={stateOf(answer, value?.of.sessions === 0)} className="page-body">
      <div className="page-title">
        <h1>Insights</h1>
        <OneMenu label="" word="since" chosen={since} choices={periods} isOn />
        <OneMenu
          label="Agent"
          word="agent"
          chosen={agent}
          choices={[{ value: '', name: 'any' }, ...agents.all.map(({ name, title }) => ({ value: name, name: title }))]}
        />
        <OneMenu
          label="Project"
          word="project"
          chosen={project}
          choices={[
            { value: '', name: 'any' },
            ...projects.slice(0, MOST_PROJECTS).map(({ key, name }) => ({ value: key, name: visibleLine(name) })),
          ]}
        />
        <span className="spacer" />
        {value && (
          <span className="key num">
            <a className="text-link" href={listUrl('/', query)} data-value={value.of.sessions}>
              {plural(value.of.sessions, 'session')}
            </a>{' '}
            ·{' '}
            <a className="text-link" href={listUrl('/usage', query)} data-value={value.of.costUsd ?? ''}>
              {formatCost(value.of.costUsd)}
            </a>{' '}
            · every figure opens its rows
          </span>
        )}
      </div>
      {error === 'not-here' && (
        <EmptyState title="No sessions to read">
          <p>The archive that this viewer shows is not there yet.</p>
        </EmptyState>
      )}
      {error !== undefined && error !== 'not-here' && !value && <FailureState code={error} onRetry={retry} />}
      {!value && error === undefined && <p className="empty-state">Reading the sessions of this time …</p>}
      {value && <Found insights={value} />}
    </PageMain>
  );
}

/** Another page with the same time and filters. */
function listUrl(path: string, { since, agent, project }: Record<'since' | 'agent' | 'project', string>): string {
  const words = Object.entries({ since, agent, project }).filter(([, value]) => value !== '');
  return `${path}?${new URLSearchParams(words)}`;
}

function Found({ insights }: { insights: ApiInsights }) {
  const { of, findings, tools } = insights;
  if (of.sessions === 0) {
    return (
      <EmptyState title="No session in this time">
        <p>Choose a longer time, or remove a filter.</p>
        <a className="btn" href="/insights?since=all">
          Show all time
        </a>
      </EmptyState>
    );
  }
  return (
    <>
      {of.sessions < FEW_SESSIONS && <p className="note">Fewer than {FEW_SESSIONS} sessions: too few to say much.</p>}
      <Findings findings={findings} />
      <div className="insight-panels">
        {tools.length > 0 && <ToolTable tools={tools} />}
        {!insights.stored && <OutcomePanel insights={insights} />}
      </div>
      {insights.stored && (
        <p className="note">
          The sessions are those of a server. Repositories are on the machines that wrote them, so nothing is said of
          commits and of what became of the money, nor how long calls took and which tools were offered.
        </p>
      )}
      {insights.commits.length > 0 && <CommitList insights={insights} />}
    </>
  );
}

function Findings({ findings }: Pick<ApiInsights, 'findings'>) {
  const hidden = useHiddenFindings();
  const wanted = findings.filter((finding) => !hidden.has(finding));
  const shown = wanted.slice(0, SHOWN);
  useKeys({
    j: () => stepCard(1),
    k: () => stepCard(-1),
    Enter: () => focusedCard()?.querySelector<HTMLElement>('[aria-expanded]')?.click(),
    z: () => {
      const title = focusedCard()?.dataset.title;
      const chosen = shown.find((finding) => finding.title === title);
      if (!chosen) return;
      stepCard(1);
      hidden.hide(chosen);
    },
  });
  return (
    <>
      {findings.length === 0 && (
        <EmptyState title="No rule found anything">
          <p>No failure that repeats, no tool that is sent and never used, no file that is read again and again.</p>
        </EmptyState>
      )}
      <div className="findings">
        {shown.map((finding) => (
          <FindingCard key={`${finding.code} ${finding.title}`} finding={finding} onHide={() => hidden.hide(finding)} />
        ))}
      </div>
      {(findings.length > wanted.length || wanted.length > SHOWN) && (
        <p className="note">
          {wanted.length > SHOWN && (
            <>
              {plural(wanted.length - SHOWN, 'more finding')}: <code>threadline insights</code> lists all.{' '}
            </>
          )}
          {findings.length > wanted.length && (
            <button type="button" className="text-link" onClick={hidden.showAll}>
              Show {plural(findings.length - wanted.length, 'hidden finding')}
            </button>
          )}
        </p>
      )}
    </>
  );
}

function focusedCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('.finding') ?? null;
}

/** Goes to the next card, or to the first. */
function stepCard(by: number): void {
  const cards = [...document.querySelectorAll<HTMLElement>('.finding')];
  const at = cards.findIndex((card) => card === focusedCard());
  cards[at === -1 ? 0 : Math.min(Math.max(0, at + by), cards.length - 1)]?.focus();
}

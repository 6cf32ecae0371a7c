import { useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiUsageReport } from '../../../src/doors/server/api-types.ts';
import { api } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { BarRows } from '../../charts/bar-rows.tsx';
import { Calendar } from '../../charts/calendar.tsx';
import { StackedBars } from '../../charts/stacked-bars.tsx';
import { tokenParts } from '../../charts/token-parts.ts';
import { formatTokens } from '../../format/figures.ts';
import { readersZone, shortDate } from '../../format/times.ts';
import { usePlace } from '../../router.ts';
import { useAgents } from '../../stores/agents.ts';
import { hello } from '../../stores/hello.ts';
import { overview } from '../../stores/overview.ts';
import { useStore } from '../../stores/store.ts';
import { useNews } from '../../stores/use-news.ts';
import { EmptyState, FailureState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageMain, stateOf } from '../../ui/page-main.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { OneMenu, workMenus } from '../sessions/filter-bar.tsx';
import { downloadCsv } from './csv.ts';
import { withEmptyDays } from './empty-days.ts';
import { ExplainDialog } from './explain-dialog.tsx';
import { SessionTable } from './session-table.tsx';
import { Tiles } from './tiles.tsx';

const periods = [
  { value: '', name: 'Last 30 days' },
  { value: '7d', name: 'Last 7 days' },
  { value: '90d', name: 'Last 90 days' },
  { value: '365d', name: 'Last 365 days' },
  { value: 'all', name: 'All time' },
];
const steps = [
  { value: '', name: 'By day' },
  { value: 'week', name: 'By week' },
  { value: 'month', name: 'By month' },
];
const breakdowns = [
  { value: '', name: 'By model' },
  { value: 'project', name: 'By project' },
  { value: 'agent', name: 'By agent' },
];

/** Sums are asked for again at most so often. */
const NEWS_MS = 10_000;

/** The usage of the agents and its cost. */
export function UsagePage() {
  useTitle('Usage');
  const { search } = usePlace();
  const since = search.get('since') ?? '';
  const by = search.get('by') ?? '';
  const part = search.get('part') ?? '';
  const agent = search.get('agent') ?? '';
  const [explained, setExplained] = useState<{ key: string; by: string; title: string }>();
  const project = search.get('project') ?? '';
  const model = search.get('model') ?? '';
  const work = Object.fromEntries(workMenus.map(({ word }) => [word, search.get(word) ?? '']));
  const common = { since: since || '30d', agent, project, model, ...work, zone: readersZone() };
  const time = useUsage(by || 'day', common);
  const parts = useUsage(part || 'model', common);
  const sessions = useUsage('session', common);
  const year = useUsage('day', { ...common, since: '252d' });
  const projects = useChoices('project', common.since);
  const models = useChoices('model', common.since);
  const report = time.value;
  const agents = useAgents();
  const nameOfPart = (key: string) => (part === 'agent' ? agents.titleOf(key) : visibleLine(key) || 'unknown');
  return (
    <PageMain page="usage" state={stateOf(time, report?.total.requests === 0)} className="page-body">
      <div className="page-title">
        <h1>Usage</h1>
        <OneMenu label="" word="since" chosen={since} choices={periods} isOn />
        <OneMenu label="" word="by" chosen={by} choices={steps} isOn />
        <OneMenu
          label="Agent"
          word="agent"
          chosen={agent}
          choices={[{ value: '', name: 'any' }, ...agents.all.map(({ name, title }) => ({ value: name, name: title }))]}
        />
        <OneMenu label="Project" word="project" chosen={project} choices={projects} />
        <OneMenu label="Model" word="model" chosen={model} choices={models} />
        <WorkMenus chosen={work} since={common.since} />
        <span className="spacer" />
        {report && (
          <button type="button" className="btn" onClick={() => downloadCsv(report)}>
            <Icon name="share" />
            CSV
          </button>
        )}
      </div>
      {time.error !== undefined && !report && <FailureState code={time.error} onRetry={time.retry} />}
      {!report && time.error === undefined && <p className="empty-state">Adding up …</p>}
      {report && report.total.requests === 0 && (
        <EmptyState title="No usage in this time">
          <p>Choose a longer time, or remove a filter.</p>
          <a className="btn" href="/usage?since=all">
            Show all time
          </a>
        </EmptyState>
      )}
      {report && report.total.requests > 0 && (
        <>
          <Tiles report={report} />
          <TimePanel
            report={report}
            by={by || 'day'}
            days={Number.parseInt(common.since, 10) || 0}
            onExplain={setExplained}
          />
          <div className="two-columns">
            <section className="panel">
              <h2>
                36 weeks
                <span className="spacer" />
                <CalendarKey />
              </h2>
              <Calendar tokensOfDay={new Map(year.value?.rows.map((row) => [row.key, row.total]))} now={Date.now()} />
            </section>
            <section className="panel">
              <h2>
                <OneMenu label="" word="part" chosen={part} choices={breakdowns} />
              </h2>
              {parts.value && (
                <BarRows rows={parts.value.rows.slice(0, 8).map((row) => ({ ...row, name: nameOfPart(row.key) }))} />
              )}
            </section>
          </div>
          {sessions.value && <SessionTable report={sessions.value} onExplain={setExplained} />}
        </>
      )}
      {explained && (
        <ExplainDialog
          of={explained.key}
          by={explained.by}
          title={explained.title}
          common={common}
          onClose={() => setExplained(undefined)}
        />
      )}
    </PageMain>
  );
}

function useUsage(by: string, query: Record<string, string>) {
  const news = useNews(NEWS_MS);
  return useAnswer(`${by} ${JSON.stringify(query)} ${news}`, (signal) => api.usage({ by, ...query }, signal));
}

/** All possible choices, whatever is chosen, the most expensive first. */
function useChoices(by: 'project' | 'model', since: string): { value: string; name: string }[] {
  const { value } = useUsage(by, { since, zone: readersZone() });
  const known = useStore(overview).projects;
  const choiceName = (key: string) => known.find((one) => one.key === key)?.name ?? key;
  const keys = value?.rows.map(({ key }) => key).filter(Boolean) ?? [];
  return [
    { value: '', name: 'any' },
    ...keys.slice(0, MAX_CHOICES).map((key) => ({ value: key, name: visibleLine(choiceName(key)) })),
  ];
}

const MAX_CHOICES = 100;

/** By whose work it is, where a team server tells that. */
function WorkMenus({ chosen, since }: { chosen: Readonly<Record<string, string>>; since: string }) {
  const isTeam = useStore(hello).value?.features.team === true;
  const days = since === 'all' ? '9999d' : since;
  const { value } = useAnswer(`choices ${isTeam} ${days}`, async (signal) =>
    isTeam ? await api.teamChoices({ since: days }, signal) : undefined,
  );
  return workMenus.map(({ word, label, facet }) => {
    const now = chosen[word] ?? '';
    const names = new Set([...(value?.[facet].slice(0, MAX_CHOICES) ?? []), now].filter(Boolean));
    if (names.size === 0) return null;
    const choices = [...names].map((name) => ({ value: name, name: visibleLine(name) }));
    return (
      <OneMenu key={word} label={label} word={word} chosen={now} choices={[{ value: '', name: 'any' }, ...choices]} />
    );
  });
}

function TimePanel({ report, by, days, onExplain }: TimePanelProps) {
  const rows = report.rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const entries = (by === 'day' && days > 0 ? withEmptyDays(rows, days) : rows).map((row) => ({
    key: row.key,
    label: by === 'day' ? shortDate(row.key) : row.key,
    usage: row,
  }));
  const summary = `Tokens per ${by}: ${formatTokens(report.total.total)} in all. The table below lists the sessions.`;
  return (
    <section className="panel">
      <h2>
        Tokens per {by}
        <span className="spacer" />
        <span className="chart-keys">
          {tokenParts.map((one) => (
            <span key={one.name} className="key">
              <i style={{ background: one.colour }} />
              {one.name}
            </span>
          ))}
        </span>
      </h2>
      <StackedBars
        entries={entries}
        summary={summary}
        onChoose={(key) => onExplain({ key, by, title: by === 'day' ? shortDate(key) : key })}
      />
    </section>
  );
}

interface TimePanelProps {
  report: ApiUsageReport;
  by: string;
  days: number;
  onExplain: (what: { key: string; by: string; title: string }) => void;
}

function CalendarKey() {
  return (
    <span className="key">
      less <i style={{ background: 'var(--sunken)' }} />
      <i style={{ background: 'color-mix(in srgb, var(--c1) 45%, var(--surface))' }} />
      <i style={{ background: 'var(--c1)' }} /> more
    </span>
  );
}

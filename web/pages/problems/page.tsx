import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiProblems } from '../../../src/doors/server/api-types.ts';
import { api } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatCount, plural } from '../../format/figures.ts';
import { sessionUrl, setQuery, usePlace } from '../../router.ts';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { copyText } from '../../ui/copy.ts';
import { EmptyState, FailureState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageMain, stateOf } from '../../ui/page-main.tsx';
import { useTitle } from '../../ui/use-title.ts';

/** Lines that could not be read and unknown kinds, by the agent's version. */
export function ProblemsPage() {
  useTitle('Problems');
  const { search } = usePlace();
  const code = search.get('code') ?? '';
  const version = search.get('version') ?? '';
  const { value, error, loading, retry } = useAnswer('problems', () => api.problems());
  const groups = (value?.groups ?? []).filter(
    (group) => (code === '' || group.code === code) && (version === '' || group.version === version),
  );
  return (
    <PageMain page="problems" state={stateOf({ value, error }, groups.length === 0)} className="page-body">
      <div className="page-title">
        <h1>Problems</h1>
        {value && (
          <span className="key num">
            {formatCount(value.looked.sessions)} of {plural(value.looked.of, 'session')} read
          </span>
        )}
        <FilterChip word="code" value={code} />
        <FilterChip word="version" value={version} />
        <span className="spacer" />
        {groups.length > 0 && (
          <button type="button" className="btn" onClick={() => void copyText(reportOf(groups), 'Report copied')}>
            <Icon name="copy" />
            Copy report
          </button>
        )}
      </div>
      {error !== undefined && !value && <FailureState code={error} onRetry={retry} />}
      {loading && !value && <p className="empty-state">Looking …</p>}
      {value && value.groups.length > 0 && groups.length === 0 && (
        <EmptyState title="No problem of this kind">
          <a className="btn" href="/problems">
            All problems
          </a>
        </EmptyState>
      )}
      {value && value.groups.length === 0 && (
        <EmptyState title="No problem">
          <p>
            {value.looked.sessions === value.looked.of
              ? 'Every line of every session was read.'
              : `Every line of ${plural(value.looked.sessions, 'session')} was read. The others are not indexed yet.`}
          </p>
        </EmptyState>
      )}
      {groups.length > 0 && <ProblemTable groups={groups} />}
    </PageMain>
  );
}

/** One filter of the groups. A press removes it. */
function FilterChip({ word, value }: { word: string; value: string }) {
  if (value === '') return null;
  return (
    <button type="button" className="chip on" onClick={() => setQuery({ [word]: '' })}>
      {word} {visibleLine(value)}
      <Icon name="close" />
    </button>
  );
}

type Groups = ApiProblems['groups'];

function ProblemTable({ groups }: { groups: Groups }) {
  return (
    <section className="panel">
      <div className="scroll-x">
        <table className="figures num">
          <thead>
            <tr>
              <th>Code</th>
              <th className="left">Agent</th>
              <th className="left">Version</th>
              <th className="left optional">Name</th>
              <th>Count</th>
              <th className="optional">Sessions</th>
              <th>Sample</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={`${group.agent} ${group.version} ${group.code} ${group.name}`}>
                <td>
                  <a href={`/problems?code=${encodeURIComponent(group.code)}`}>{visibleLine(group.code)}</a>
                  <span className="below mono">{visibleLine(group.name ?? '')}</span>
                </td>
                <td className="left">
                  <AgentMark agent={group.agent} />
                </td>
                <td className="left">
                  <a href={`/problems?version=${encodeURIComponent(group.version)}`}>{visibleLine(group.version)}</a>
                </td>
                <td className="left optional mono">{visibleLine(group.name ?? '')}</td>
                <td>{formatCount(group.count)}</td>
                <td className="optional">{formatCount(group.sessions)}</td>
                <td>
                  {group.sample && (
                    <a href={`${sessionUrl(group.sample.session)}#L${group.sample.line}`}>
                      line {formatCount(group.sample.line)}
                    </a>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="note">
        {plural(groups.length, 'group')}. A report holds agents, versions, codes, names and counts, and nothing of what
        was said.
      </p>
    </section>
  );
}

/** A report without content: types, names and numbers only. */
function reportOf(groups: Groups): string {
  const rows = groups.map((group) =>
    [group.agent, group.version, group.code, group.name ?? '', group.count].map(plainCell),
  );
  return [
    '| agent | version | code | name | count |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

function plainCell(value: string | number): string {
  return visibleLine(String(value)).replaceAll('|', '\\|');
}

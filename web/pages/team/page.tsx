import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiTeam, ApiTeamRow } from '../../../src/doors/server/api-types.ts';
import { api } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatCost, formatCount, formatTokens, plural } from '../../format/figures.ts';
import { shortDate } from '../../format/times.ts';
import { usePlace } from '../../router.ts';
import { EmptyState, FailureState } from '../../ui/empty-state.tsx';
import { PageMain, stateOf } from '../../ui/page-main.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { OneMenu } from '../sessions/filter-bar.tsx';

const periods = [
  { value: '', name: 'Last 30 days' },
  { value: '7d', name: 'Last 7 days' },
  { value: '90d', name: 'Last 90 days' },
  { value: '365d', name: 'Last 365 days' },
];

/** Whose work cost what, of those whose figures one may see. */
export function TeamPage() {
  useTitle('Team');
  const since = usePlace().search.get('since') ?? '';
  const { value, error, retry } = useAnswer(`team ${since}`, () => api.team({ since: since || '30d' }));
  return (
    <PageMain page="team" state={stateOf({ value, error }, value?.people.length === 0)} className="page-body">
      <div className="page-title">
        <h1>Team</h1>
        <OneMenu label="" word="since" chosen={since} choices={periods} isOn />
      </div>
      {error === 'not-here' && (
        <EmptyState title="Not here">
          <p>These figures are those of a team server.</p>
        </EmptyState>
      )}
      {error !== undefined && error !== 'not-here' && !value && <FailureState code={error} onRetry={retry} />}
      {!value && error === undefined && <p className="empty-state">Adding up …</p>}
      {value && <TeamFigures team={value} />}
    </PageMain>
  );
}

function TeamFigures({ team }: { team: ApiTeam }) {
  return (
    <>
      <Figures title="People" rows={team.people} nobody="not known" />
      <Figures title="Repositories" rows={team.repositories} nobody="no folder" />
      <Weeks weeks={team.weeks} />
      <Figures title="Machines" rows={team.machines} nobody="not known" />
      {team.silent.length > 0 && (
        <section className="panel">
          <h2>Silent machines</h2>
          <p className="note">
            {plural(team.silent.length, 'machine')} that worked in the last 90 days and not in the last 14:{' '}
            {team.silent.map(visibleLine).join(', ')}
          </p>
        </section>
      )}
    </>
  );
}

/** `nobody`: what a row without a name is called. */
function Figures({ title, rows, nobody }: { title: string; rows: readonly ApiTeamRow[]; nobody: string }) {
  return (
    <section className="panel">
      <h2>{title}</h2>
      <div className="scroll-x">
        <table className="figures num">
          <thead>
            <tr>
              <th className="left">Name</th>
              <th>Sessions</th>
              <th className="optional">Requests</th>
              <th>Tokens</th>
              <th>Cost</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <td className="left">{visibleLine(row.name) || nobody}</td>
                <td data-value={row.sessions}>{formatCount(row.sessions)}</td>
                <td className="optional" data-value={row.requests}>
                  {formatCount(row.requests)}
                </td>
                <td data-value={row.tokens}>{formatTokens(row.tokens)}</td>
                <td data-value={row.costUsd ?? undefined}>
                  {row.costUsd === null ? 'no price' : formatCost(row.costUsd)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === 0 && <p className="note">Nothing in this time.</p>}
    </section>
  );
}

/** How many people used agents, week by week. */
function Weeks({ weeks }: { weeks: ApiTeam['weeks'] }) {
  return (
    <section className="panel">
      <h2>Weeks</h2>
      <div className="scroll-x">
        <table className="figures num">
          <thead>
            <tr>
              <th className="left">Week of</th>
              <th>People</th>
              <th>Sessions</th>
              <th>Cost</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ monday, people, sessions, costUsd }) => (
              <tr key={monday}>
                <td className="left">{shortDate(monday)}</td>
                <td data-value={people}>{formatCount(people)}</td>
                <td data-value={sessions}>{formatCount(sessions)}</td>
                <td data-value={costUsd}>{formatCost(costUsd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

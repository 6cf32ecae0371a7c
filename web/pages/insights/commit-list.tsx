import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiInsights } from '../../../src/doors/server/api-types.ts';
import { formatCost, formatCount, percent } from '../../format/figures.ts';
import { formatWhole } from '../../format/times.ts';
import { sessionUrl } from '../../router.ts';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { Icon } from '../../ui/icon.tsx';

const SHOWN = 30;

/** The commits that have lines of sessions, the newest first. */
export function CommitList({ insights: { commits, commitsTotal } }: { insights: ApiInsights }) {
  return (
    <section className="panel">
      <h2>
        Commits and where they came from
        <span className="spacer" />
        <span className="key num">
          <span data-value={commitsTotal}>{formatCount(commitsTotal)}</span> · newest first
        </span>
      </h2>
      <ul className="commit-list num">
        {commits.slice(0, SHOWN).map((commit) => (
          <Commit key={`${commit.folder} ${commit.hash}`} commit={commit} />
        ))}
      </ul>
      {commitsTotal > SHOWN && (
        <p className="note">
          {formatCount(commitsTotal - SHOWN)} older ones: <code>threadline insights --json</code> lists them.
        </p>
      )}
    </section>
  );
}

function Commit({ commit }: { commit: ApiInsights['commits'][number] }) {
  const { hash, at, title, folder, lines, added, costUsd, sessions } = commit;
  const [first] = sessions;
  return (
    <li data-commit={hash}>
      <Icon name="commit" />
      <span className="mono" title={`${visibleLine(hash)}, ${formatWhole(at)}, ${visibleLine(folder)}`}>
        {hash.slice(0, 7)}
      </span>
      <span className="commit-title">{visibleLine(title)}</span>
      {first && (
        <a className="commit-session" href={sessionUrl(`${first.agent}/${first.id}`)}>
          <AgentMark agent={first.agent} /> <span>{visibleLine(first.title) || visibleLine(first.id)}</span>
          {sessions.length > 1 && <em className="key"> + {sessions.length - 1}</em>}
        </a>
      )}
      <a
        className="key"
        href={first ? `${sessionUrl(`${first.agent}/${first.id}`)}/changes` : undefined}
        data-value={lines}
        title={`${lines} of ${added} lines: what the session changed`}
      >
        {percent(lines, added)} of lines
      </a>
      <a
        className="commit-cost"
        href={first ? `${sessionUrl(`${first.agent}/${first.id}`)}/usage` : undefined}
        data-value={costUsd ?? ''}
      >
        {formatCost(costUsd)}
      </a>
    </li>
  );
}

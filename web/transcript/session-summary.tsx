import { visibleLine } from '../../src/core/text/visible-text.ts';
import type { ApiSession } from '../../src/doors/server/api-types.ts';
import { formatCost, formatCount, formatDuration, formatTokens, plural } from '../format/figures.ts';
import { statusWords } from '../ui/status-dot.tsx';
import { TokenParts } from './token-parts.tsx';

const MAX_TOOLS = 12;
const MAX_COMMITS = 8;

/** The session in figures, while no row is selected. */
export function SessionSummary({ session, turns, onGo }: SessionSummaryProps) {
  const { head, files, tools, commits, children } = session;
  const add = files.reduce((sum, file) => sum + file.add, 0);
  const del = files.reduce((sum, file) => sum + file.del, 0);
  return (
    <div className="session-summary">
      <dl>
        <dt>Status</dt>
        <dd>{statusWords[head.status]}</dd>
        <dt>Turns</dt>
        <dd>{formatCount(turns)}</dd>
        {head.ms !== undefined && (
          <>
            <dt>Time</dt>
            <dd>{formatDuration(head.ms)}</dd>
          </>
        )}
        {head.usage && (
          <>
            <dt>Tokens</dt>
            <dd>{formatTokens(head.usage.total)}</dd>
            <dt>Cost</dt>
            <dd>{formatCost(head.usage.costUsd)}</dd>
          </>
        )}
        <dt>Files</dt>
        <dd>{files.length === 0 ? 'none changed' : `${plural(files.length, 'file')}, +${add} −${del}`}</dd>
        {children.length > 0 && (
          <>
            <dt>Sub-agents</dt>
            <dd>{formatCount(children.length)}</dd>
          </>
        )}
      </dl>
      {head.usage && <TokenParts usage={head.usage} />}
      {tools.length > 0 && (
        <>
          <h3>Tools</h3>
          <ul className="summary-tools num">
            {tools.slice(0, MAX_TOOLS).map(({ name, calls, failed }) => (
              <li key={name}>
                <span className="name">{visibleLine(name)}</span>
                {failed > 0 && <span className="failed">{formatCount(failed)} failed</span>}
                <span className="calls">{formatCount(calls)}</span>
              </li>
            ))}
          </ul>
          {tools.length > MAX_TOOLS && <p className="note">and {plural(tools.length - MAX_TOOLS, 'more tool')}</p>}
        </>
      )}
      {commits.length > 0 && (
        <>
          <h3>Commits</h3>
          <ul className="summary-commits">
            {commits.slice(-MAX_COMMITS).map(({ row, hash, subject }) => (
              <li key={`${row} ${hash}`}>
                <button type="button" onClick={() => onGo(row)}>
                  <code>{hash.slice(0, 7)}</code> {visibleLine(subject)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="note">Click a row, or press j or k, to see its raw lines.</p>
    </div>
  );
}

interface SessionSummaryProps {
  session: ApiSession;
  /** The number of turns. The head has it only once the session is indexed. */
  turns: number;
  onGo: (row: number) => void;
}

import { useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiSession, ApiTime } from '../../../src/doors/server/api-types.ts';
import { formatCost, formatCount } from '../../format/figures.ts';
import { formatClock } from '../../format/times.ts';
import { lineUrl } from '../time/waterfall-row.tsx';

const SHOWN = 300;

/** Every request, as `threadline usage --explain` lists it. */
export function RequestTable({ time: { nodes, start }, session }: { time: ApiTime; session: ApiSession }) {
  const [isWhole, setWhole] = useState(false);
  const requests = nodes.filter(({ kind, usage }) => kind === 'model' && usage);
  return (
    <section className="panel" aria-label="Requests">
      <h2>
        Requests <span className="spacer" />
        <span className="key mono">
          threadline usage --explain {visibleLine(session.head.agent)}:{visibleLine(session.head.id)}
        </span>
      </h2>
      <table className="figures num">
        <thead>
          <tr>
            <th>Request</th>
            <th className="optional">Time</th>
            <th className="optional">Model</th>
            <th>Input</th>
            <th className="optional">Cached</th>
            <th className="optional">Written</th>
            <th>Output</th>
            <th>Cost</th>
          </tr>
        </thead>
        <tbody>
          {requests.slice(0, isWhole ? undefined : SHOWN).map((node) => (
            <tr key={node.id} data-request={node.id.slice(1)} data-value={node.usage?.total}>
              <td>
                <a href={lineUrl(session.head.key, node)}>{node.name}</a>
              </td>
              <td className="optional">
                {start === undefined || node.to === undefined ? '–' : formatClock(start + node.to)}
              </td>
              <td className="optional words">{visibleLine(node.model ?? '–')}</td>
              <td data-value={node.usage?.input}>{formatCount(node.usage?.input ?? 0)}</td>
              <td className="optional" data-value={node.usage?.cached}>
                {formatCount(node.usage?.cached ?? 0)}
              </td>
              <td className="optional" data-value={node.usage?.cacheWrite}>
                {formatCount(node.usage?.cacheWrite ?? 0)}
              </td>
              <td data-value={node.usage?.output}>{formatCount(node.usage?.output ?? 0)}</td>
              <td data-value={node.costUsd ?? ''}>{formatCost(node.costUsd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!isWhole && requests.length > SHOWN && (
        <button type="button" className="btn" onClick={() => setWhole(true)}>
          Show all {formatCount(requests.length)} requests
        </button>
      )}
    </section>
  );
}

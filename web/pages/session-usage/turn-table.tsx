import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiSession, ApiTime } from '../../../src/doors/server/api-types.ts';
import { formatCount, formatTokens } from '../../format/figures.ts';
import { lineUrl } from '../time/waterfall-row.tsx';
import { UsageCells } from '../usage/usage-cells.tsx';

/** More turns are shown by the page of time. */
const SHOWN = 200;

/** What each turn used. */
export function TurnTable({ time: { nodes }, session }: { time: ApiTime; session: ApiSession }) {
  const turns = nodes.filter(({ kind, usage }) => kind === 'turn' && usage);
  const requests = requestsOf(nodes);
  return (
    <section className="panel" aria-label="Turns">
      <h2>Turns</h2>
      <table className="figures num">
        <thead>
          <tr>
            <th>Turn</th>
            <th className="optional">Requests</th>
            <th className="optional">Cached input</th>
            <th>Input</th>
            <th>Output</th>
            <th>Cost</th>
          </tr>
        </thead>
        <tbody>
          {turns.slice(0, SHOWN).map((node) => (
            <tr key={node.id} data-turn={node.id.slice(1)}>
              <td>
                <a href={lineUrl(session.head.key, node)}>
                  {node.id.slice(1)} {visibleLine(node.name)}
                </a>
              </td>
              <td className="optional" data-value={requests.get(node.id) ?? 0}>
                {formatCount(requests.get(node.id) ?? 0)}
              </td>
              {node.usage && (
                <UsageCells usage={{ ...node.usage, costUsd: node.costUsd ?? null }} format={formatTokens} />
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {turns.length > SHOWN && <p className="note">{formatCount(turns.length - SHOWN)} more turns are not shown.</p>}
    </section>
  );
}

/** By the id of the turn that they belong to: the one above them. */
function requestsOf(nodes: ApiTime['nodes']): Map<string, number> {
  const counts = new Map<string, number>();
  let turn = '';
  for (const { id, kind, usage } of nodes) {
    if (kind === 'turn') turn = id;
    else if (kind === 'model' && usage) counts.set(turn, (counts.get(turn) ?? 0) + 1);
  }
  return counts;
}

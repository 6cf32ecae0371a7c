import { shortTime } from '../../../src/core/text/short-time.ts';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiInsights } from '../../../src/doors/server/api-types.ts';
import { formatCost, formatCount, formatTokens, percent } from '../../format/figures.ts';

type Tool = ApiInsights['tools'][number];

const SHOWN = 20;
/** A tool that fails so often is worth a look. */
const OFTEN = 0.2;
const WIDTH = 84;
const HEIGHT = 18;

/** The tools by what their results cost. */
export function ToolTable({ tools }: { tools: readonly Tool[] }) {
  return (
    <section className="panel">
      <h2>
        Tools
        <span className="key">by what they cost: the tokens of their results, in this and all later requests</span>
      </h2>
      <div className="scroll-x">
        <table className="figures num">
          <thead>
            <tr>
              <th>Tool</th>
              <th>Calls</th>
              <th>Failed</th>
              <th className="optional">Half in</th>
              <th className="optional">95 % in</th>
              <th className="optional">Tokens</th>
              <th>Cost</th>
              <th className="optional">Calls over time</th>
            </tr>
          </thead>
          <tbody>
            {tools.slice(0, SHOWN).map((tool) => (
              <tr key={tool.name} data-tool={visibleLine(tool.name)}>
                <td className="mono">{visibleLine(tool.name)}</td>
                <td data-value={tool.calls}>{formatCount(tool.calls)}</td>
                <td data-value={tool.failed} className={tool.failed > tool.calls * OFTEN ? 'bad' : undefined}>
                  {tool.failed === 0 ? '–' : percent(tool.failed, tool.calls)}
                </td>
                <td className="optional">{shortTime(tool.p50, '–')}</td>
                <td className="optional">{shortTime(tool.p95, '–')}</td>
                <td className="optional" data-value={tool.resultTokens}>
                  {formatTokens(tool.resultTokens)}
                </td>
                <td data-value={tool.costUsd ?? ''}>{formatCost(tool.costUsd)}</td>
                <td className="optional">
                  <Trend counts={tool.trend} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {tools.length > SHOWN && (
        <p className="note">{formatCount(tools.length - SHOWN)} tools that cost less are not shown.</p>
      )}
    </section>
  );
}

function Trend({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  const points = counts.map((count, index) => {
    const x = (index / Math.max(1, counts.length - 1)) * WIDTH;
    return `${x.toFixed(1)},${(HEIGHT - 1 - (count / most) * (HEIGHT - 2)).toFixed(1)}`;
  });
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      className="trend"
      role="img"
      aria-label={`Calls over time: ${counts.join(', ') || 'not known'}`}
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}

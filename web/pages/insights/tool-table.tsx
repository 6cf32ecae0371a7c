import type { ApiInsights } from '../../../src/doors/server/api-types.ts';
import { formatCount } from '../../format/figures.ts';
import { ToolRow } from './tool-row.tsx';

const SHOWN = 20;

/** The tools by what their results cost. */
export function ToolTable({ tools }: Pick<ApiInsights, 'tools'>) {
  return (
    <section className="panel tools-panel">
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
              <ToolRow key={tool.name} tool={tool} />
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

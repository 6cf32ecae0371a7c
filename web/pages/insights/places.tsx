import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiInsights } from '../../../src/doors/server/api-types.ts';
import { formatCount } from '../../format/figures.ts';
import { sessionUrl } from '../../router.ts';
import { useAgents } from '../../stores/agents.ts';

const SHOWN = 8;
/** So much of an id tells the sessions of a list apart. */
const SHOWN_ID = 8;

/** The rows behind a figure, each a link to its place. */
export function Places({ evidence: { rows, total } }: Pick<ApiInsights['findings'][number], 'evidence'>) {
  const shown = rows.slice(0, SHOWN);
  const { titleOf } = useAgents();
  return (
    <ul className="places">
      {shown.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two places may be equal, and none changes its place
        <li key={index}>
          <a
            className="text-link"
            href={`${sessionUrl(`${row.agent}/${row.id}`)}${row.line > 0 ? `#L${row.line}` : ''}`}
          >
            {visibleLine(row.text) || visibleLine(row.id)}
          </a>{' '}
          <span className="key num">
            {titleOf(row.agent)} {visibleLine(row.id.slice(0, SHOWN_ID))}
            {row.line > 0 && ` · line ${formatCount(row.line)}`}
          </span>
        </li>
      ))}
      {total > shown.length && <li className="key">and {formatCount(total - shown.length)} more</li>}
    </ul>
  );
}

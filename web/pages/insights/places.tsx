import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiInsights } from '../../../src/doors/server/api-types.ts';
import { formatCount } from '../../format/figures.ts';
import { sessionUrl } from '../../router.ts';

const SHOWN = 8;

/** The rows behind a figure, each a link to its place. */
export function Places({ evidence: { rows, total } }: Pick<ApiInsights['findings'][number], 'evidence'>) {
  const shown = rows.slice(0, SHOWN);
  return (
    <ul className="places">
      {shown.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two places may be equal, and none changes its place
        <li key={index}>
          <a href={`${sessionUrl(`${row.agent}/${row.id}`)}${row.line > 0 ? `#L${row.line}` : ''}`}>
            {visibleLine(row.text) || visibleLine(row.id)}
          </a>
        </li>
      ))}
      {total > shown.length && <li className="key">and {formatCount(total - shown.length)} more</li>}
    </ul>
  );
}

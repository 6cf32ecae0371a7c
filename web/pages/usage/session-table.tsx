import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiUsageReport } from '../../../src/doors/server/api-types.ts';
import { formatTokens, plural } from '../../format/figures.ts';
import { sessionUrl } from '../../router.ts';
import { UsageCells } from './usage-cells.tsx';

const SHOWN = 30;

/** The sessions that used most, each with the rows behind its figures. */
export function SessionTable({ report, onExplain }: SessionTableProps) {
  const rows = report.rows.toSorted((a, b) => b.total - a.total).slice(0, SHOWN);
  const hasModels = rows.some((row) => row.model);
  return (
    <section className="panel">
      <h2>
        Sessions
        <span className="spacer" />
        <span className="key">“explain” lists the requests behind a figure</span>
      </h2>
      <table className="figures num">
        <thead>
          <tr>
            <th>Session</th>
            {hasModels && <th className="optional">Model</th>}
            <th className="optional">Cached input</th>
            <th>Input</th>
            <th>Output</th>
            <th>Cost</th>
            <th>Requests</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const title = visibleLine(row.title ?? row.key);
            return (
              <tr key={row.key} data-row={row.key}>
                <td>{row.session === undefined ? title : <a href={sessionUrl(row.session)}>{title}</a>}</td>
                {hasModels && <td className="optional words">{visibleLine(row.model ?? '')}</td>}
                <UsageCells usage={row} format={formatTokens} />
                <td>
                  <button type="button" onClick={() => onExplain({ key: row.key, by: 'session', title })}>
                    explain
                  </button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="note">{noteOf(report)}</p>
    </section>
  );
}

interface SessionTableProps {
  report: ApiUsageReport;
  onExplain: (what: { key: string; by: string; title: string }) => void;
}

/** Models without a price are named and never guessed. */
function noteOf({ prices, total, rows }: ApiUsageReport): string {
  const unpriced = Object.entries(total.unpriced ?? {});
  const names = unpriced.map(([model, tokens]) => `${visibleLine(model)}, ${formatTokens(tokens)} tokens`).join('; ');
  const missing =
    unpriced.length === 0
      ? ''
      : ` ${plural(unpriced.length, 'model has no price and is', 'models have no price and are')} left out of the cost: ${names}.`;
  const others = rows.length > SHOWN ? ` ${rows.length - SHOWN} smaller sessions are not shown.` : '';
  return `Prices of ${prices.date} (${prices.source}).${missing}${others}`;
}

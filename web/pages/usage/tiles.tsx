import type { ApiUsageReport } from '../../../src/server/api-types.ts';
import { formatCost, formatCount, formatTokens, percent, plural } from '../../format/figures.ts';

/** The four figures that people come for. */
export function Tiles({ report }: { report: ApiUsageReport }) {
  const { total } = report;
  const unpriced = Object.keys(total.unpriced ?? {}).length;
  return (
    <div className="tiles num">
      <Tile
        name="Tokens"
        value={formatTokens(total.total)}
        more={`${percent(total.cached, total.input)} cached input`}
      />
      <Tile
        name="Cost"
        value={formatCost(total.costUsd)}
        more={unpriced > 0 ? `${plural(unpriced, 'model')} without a price` : `prices of ${report.prices.date}`}
      />
      <Tile name="Sessions" value={formatCount(total.sessions)} more="each counted once" />
      <Tile name="Requests" value={formatCount(total.requests)} more={`${formatTokens(total.output)} tokens written`} />
    </div>
  );
}

function Tile({ name, value, more }: { name: string; value: string; more: string }) {
  return (
    <div className="tile">
      <span>{name}</span>
      <b>{value}</b>
      <em>{more}</em>
    </div>
  );
}

import type { ReactNode } from 'react';
import type { ApiUsageReport } from '../../../src/doors/server/api-types.ts';
import {
  formatCost,
  formatCount,
  formatHours,
  formatRoundCost,
  formatTokens,
  percent,
  plural,
} from '../../format/figures.ts';

/** The four figures that people come for. */
export function Tiles({ report }: { report: ApiUsageReport }) {
  const { total, work } = report;
  const unpriced = Object.keys(total.unpriced ?? {}).length;
  return (
    <div className="tiles num">
      <Tile
        name="Tokens"
        bare={total.total}
        value={formatTokens(total.total)}
        more={`${percent(total.cached, total.input)} cached input`}
      />
      <Tile name="Cost" bare={total.costUsd ?? ''} value={formatCost(total.costUsd)} more={costWords(report, unpriced)}>
        <a className="text-link" href="/insights">
          why?
        </a>
      </Tile>
      <Tile
        name="Sessions"
        bare={total.sessions - work.subAgents}
        value={formatCount(total.sessions - work.subAgents)}
        more={work.subAgents > 0 ? `and ${plural(work.subAgents, 'sub-agent')}` : 'no sub-agents'}
      />
      <Tile
        name="Agent time"
        bare={work.ms}
        value={formatHours(work.ms)}
        more={`peak ${formatCount(work.peak)} at once`}
      />
    </div>
  );
}

function costWords({ work, prices }: ApiUsageReport, unpriced: number): string {
  if (work.subAgents > 0 && work.mainCostUsd !== null) return `${formatRoundCost(work.mainCostUsd)} without sub-agents`;
  return unpriced > 0 ? `${plural(unpriced, 'model')} without a price` : `prices of ${prices.date}`;
}

/** `bare`: the figure for programs. */
export function Tile({ name, value, more, bare, children }: TileProps) {
  return (
    <div className="tile" data-figure={name}>
      <span>
        {name} {children}
      </span>
      <b data-value={bare}>{value}</b>
      <em>{more}</em>
    </div>
  );
}

interface TileProps {
  name: string;
  value: string;
  more: string;
  bare?: number | string;
  /** What stands beside the name. */
  children?: ReactNode;
}

import type { ApiUsage } from '../../src/doors/server/api-types.ts';
import { formatCost } from '../format/figures.ts';
import { tokenParts } from './token-parts.ts';

/** Names, each with a bar of tokens and its cost. One without a price says so. */
export function BarRows({ rows }: { rows: readonly (ApiUsage & { key: string; name: string })[] }) {
  const most = Math.max(1, ...rows.map((row) => row.total));
  return (
    <div className="bar-rows">
      {rows.map((row) => (
        <BarRow key={row.key} row={row} most={most} />
      ))}
    </div>
  );
}

function BarRow({ row, most }: { row: ApiUsage & { key: string; name: string }; most: number }) {
  return (
    <>
      <span className="name" title={row.name}>
        {row.name}
      </span>
      <span className="track">
        {tokenParts.map((part) => (
          <i
            key={part.name}
            style={{
              width: `${(100 * part.of(row)) / most}%`,
              background: row.costUsd === null ? 'var(--c5)' : part.colour,
            }}
          />
        ))}
      </span>
      <span className="value" data-key={row.key} data-value={row.costUsd ?? ''}>
        {row.costUsd === null ? 'no price' : formatCost(row.costUsd)}
      </span>
    </>
  );
}

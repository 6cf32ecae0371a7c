import type { ReactNode } from 'react';
import type { ApiTime } from '../../../src/doors/server/api-types.ts';
import { tokenParts } from '../../charts/token-parts.ts';
import { formatCost, formatDuration, formatTokens, percent } from '../../format/figures.ts';
import type { By } from './placed-nodes.ts';

interface Part {
  name: string;
  colour: string;
  value: number;
}

/** One bar that adds up to the whole, and what each part of it is. */
export function PartsBar({ time, by, children }: { time: ApiTime; by: By; children?: ReactNode }) {
  const parts = partsOf(time, by);
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  const format = by === 'time' ? formatDuration : by === 'tokens' ? formatTokens : formatCost;
  const shown = parts.filter(({ value }) => value > 0);
  return (
    <div className="parts" data-value={whole}>
      <div className="parts-bar" aria-hidden="true">
        {shown.map(({ name, colour, value }) => (
          <i key={name} style={{ background: colour, flexGrow: (100 * value) / whole }}>
            {value > whole * 0.08 && <span>{name}</span>}
          </i>
        ))}
      </div>
      <div className="parts-keys num">
        {shown.map(({ name, colour, value }) => (
          <span key={name} className="key" data-part={name} data-value={value}>
            <i style={{ background: colour }} /> {name} <b>{format(value)}</b> {percent(value, whole)}
          </span>
        ))}
        {whole === 0 && <span className="key">No {by} is known.</span>}
        <span className="spacer" />
        {children}
      </div>
    </div>
  );
}

function partsOf({ parts, usage, costs }: ApiTime, by: By): Part[] {
  if (by === 'time') {
    return [
      { name: 'Model', colour: 'var(--k-reason)', value: parts.model },
      { name: 'Commands', colour: 'var(--k-cmd)', value: parts.commands },
      { name: 'Sub-agents', colour: 'var(--k-agent)', value: parts.agents },
      { name: 'You', colour: 'var(--c5)', value: parts.you },
      { name: 'Other', colour: 'var(--k-file)', value: parts.other },
    ];
  }
  if (by === 'tokens') return tokenParts.map(({ name, colour, of }) => ({ name, colour, value: of(usage) }));
  return [
    { name: 'cached input', colour: 'var(--c2)', value: costs.cached },
    { name: 'written to the cache', colour: 'var(--c4)', value: costs.cacheWrite },
    { name: 'input', colour: 'var(--c1)', value: costs.input },
    { name: 'output', colour: 'var(--c3)', value: costs.output },
  ];
}

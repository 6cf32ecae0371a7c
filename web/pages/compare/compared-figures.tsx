import type { ApiCompare } from '../../../src/doors/server/api-types.ts';
import { formatCost, formatCount, formatDuration, formatTokens } from '../../format/figures.ts';

type Figure = ApiCompare['figures'][number];
type Name = Figure['name'];

const NAMES: Readonly<Record<Name, string>> = {
  ms: 'Time',
  costUsd: 'Cost',
  tokens: 'Tokens',
  requests: 'Requests',
  calls: 'Calls',
  failed: 'Failed calls',
  files: 'Files changed',
  added: 'Lines added',
  removed: 'Lines removed',
  prompts: 'Prompts',
};
const FORMATS: Readonly<Partial<Record<Name, (value: number) => string>>> = {
  ms: formatDuration,
  costUsd: formatCost,
  tokens: formatTokens,
};

const textOf = (name: Name, value: number) => (FORMATS[name] ?? formatCount)(value);

/** Each figure as bars on one scale, mirrored where there are two sessions. */
export function ComparedFigures({ comparison: { figures, heads } }: { comparison: ApiCompare }) {
  const sides = heads.map(({ side }) => side);
  return (
    <section className={`compare-figures of-${sides.length}`} aria-label="Figures">
      {figures.map((figure) => {
        const most = Math.max(...sides.map((side) => figure[side] ?? 0));
        return (
          <div className="compare-figure num" key={figure.name} data-figure={figure.name}>
            <span className="figure-name">{NAMES[figure.name]}</span>
            {sides.map((side) => (
              <span key={side} className={`figure-side side-${side}`} data-value={figure[side] ?? ''}>
                <i className="figure-bar">
                  <i style={{ width: `${most > 0 ? (100 * (figure[side] ?? 0)) / most : 0}%` }} />
                </i>
                <Value figure={figure} value={figure[side] ?? null} isBetter={figure.better === side} />
              </span>
            ))}
            {sides.length === 2 && <Difference figure={figure} />}
          </div>
        );
      })}
    </section>
  );
}

function Value({ figure, value, isBetter }: { figure: Figure; value: number | null; isBetter: boolean }) {
  const text = value === null ? '–' : textOf(figure.name, value);
  return isBetter ? <b title="the least">{text}</b> : <span>{text}</span>;
}

/** How much more or less the second one has. */
function Difference({ figure: { name, a, b, better } }: { figure: Figure }) {
  if (typeof a !== 'number' || typeof b !== 'number' || a === b) return <em />;
  const tone = better === undefined ? '' : better === 'b' ? 'ok' : 'bad';
  return (
    <em className={tone}>
      {b > a ? '+' : '−'}
      {textOf(name, Math.abs(b - a))}
    </em>
  );
}

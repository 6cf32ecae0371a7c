import type { ReactNode } from 'react';
import type { ApiCompare } from '../../../src/doors/server/api-types.ts';
import { formatCost, formatCount, formatDuration, formatTokens } from '../../format/figures.ts';
import { ComparedTests } from './compared-tests.tsx';

type Figure = ApiCompare['figures'][number];
type Name = Figure['name'];

/** A line of the page: the figure of its bars, and what stands beside it in words. */
interface FigureLine {
  name: Name;
  title: string;
  besides?: readonly { name: Name; words: (text: string) => string }[];
}

const LINES: readonly FigureLine[] = [
  { name: 'ms', title: 'Time' },
  { name: 'costUsd', title: 'Cost' },
  { name: 'tokens', title: 'Tokens' },
  { name: 'requests', title: 'Requests' },
  { name: 'calls', title: 'Calls', besides: [{ name: 'failed', words: (text) => `${text} failed` }] },
  {
    name: 'files',
    title: 'Files',
    besides: [
      { name: 'added', words: (text) => `+${text}` },
      { name: 'removed', words: (text) => `−${text}` },
    ],
  },
  { name: 'prompts', title: 'Prompts' },
];
const FORMATS: Readonly<Partial<Record<Name, (value: number) => string>>> = {
  ms: formatDuration,
  costUsd: formatCost,
  tokens: formatTokens,
};

/** Longer counts would push the bars away. */
const LONG_COUNT = 100_000;
const countText = (value: number) => (value < LONG_COUNT ? formatCount(value) : formatTokens(value));
const textOf = (name: Name, value: number) => (FORMATS[name] ?? countText)(value);

/** Each figure as bars on one scale, mirrored where there are two sessions. */
export function ComparedFigures({ comparison }: { comparison: ApiCompare }) {
  const { figures, heads } = comparison;
  const sides = heads.map(({ side }) => side);
  const byName = new Map(figures.map((figure) => [figure.name, figure]));
  return (
    <section className={`compare-figures of-${sides.length}`} aria-label="Figures">
      <ComparedTests comparison={comparison} />
      {LINES.map(({ name, title, besides = [] }) => {
        const figure = byName.get(name);
        if (!figure) return null;
        const most = Math.max(...sides.map((side) => figure[side] ?? 0));
        return (
          <div className="compare-figure num" key={name} data-figure={name}>
            <span className="figure-name">{title}</span>
            {sides.map((side) => (
              <span key={side} className={`figure-side side-${side}`}>
                <i className="figure-bar">
                  <i style={{ width: `${most > 0 ? (100 * (figure[side] ?? 0)) / most : 0}%` }} />
                </i>
                <span className="figure-value">
                  <Value figure={figure} value={figure[side] ?? null} isBetter={figure.better === side} />
                  {besides.map((beside) => (
                    <Beside key={beside.name} {...beside} value={byName.get(beside.name)?.[side] ?? null} />
                  ))}
                </span>
              </span>
            ))}
            {sides.length === 2 && <Difference figure={figure} />}
          </div>
        );
      })}
    </section>
  );
}

function Value({ figure, value, isBetter }: { figure: Figure; value: number | null; isBetter: boolean }): ReactNode {
  const text = value === null ? '–' : textOf(figure.name, value);
  return isBetter ? (
    <b data-value={value ?? ''} title="the least">
      {text}
    </b>
  ) : (
    <span data-value={value ?? ''}>{text}</span>
  );
}

/** A figure without a bar of its own: calls that failed, lines of files. */
function Beside({ name, words, value }: { name: Name; words: (text: string) => string; value: number | null }) {
  if (value === null) return null;
  return (
    <span className="figure-beside" data-figure={name} data-value={value}>
      {words(textOf(name, value))}
    </span>
  );
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

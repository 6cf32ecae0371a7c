import { useState } from 'react';
import type { ApiUsage } from '../../src/doors/server/api-types.ts';
import { formatCost, formatStep, formatTokens } from '../format/figures.ts';
import { scaleSteps } from './scale.ts';
import { tokenParts } from './token-parts.ts';
import { useWidth } from './use-width.ts';

export interface BarEntry {
  key: string;
  label: string;
  usage: ApiUsage;
}

const HEIGHT = 230;
const TOP = 20;
const BOTTOM = 206;
const LEFT = 46;
const MAX_BAR = 64;
/** Half the width of a label. The last label ends where the chart does. */
const HALF_LABEL = 19;

/** Tokens a day (or a month, …) as bars, each part in its colour. */
export function StackedBars({ entries, summary, onChoose }: StackedBarsProps) {
  const [box, width] = useWidth(1120);
  const [over, setOver] = useState<BarEntry>();
  const steps = scaleSteps(Math.max(0, ...entries.map(({ usage }) => usage.total)));
  const top = steps.at(-1) ?? 1;
  const y = (tokens: number) => BOTTOM - ((BOTTOM - TOP) * tokens) / top;
  const slot = (width - LEFT) / Math.max(1, entries.length);
  const gap = Math.min(8, slot * 0.22);
  const labelEvery = Math.max(1, Math.ceil(56 / slot));
  return (
    <div className="chart-box" ref={box}>
      <svg className="chart" viewBox={`0 0 ${width} ${HEIGHT}`} height={HEIGHT} role="img" aria-label={summary}>
        {steps.map((step) => (
          <g key={step}>
            <line className="grid-line" x1={LEFT} x2={width} y1={y(step)} y2={y(step)} />
            <text x={LEFT - 8} y={y(step) + 4} textAnchor="end">
              {formatStep(step)}
            </text>
          </g>
        ))}
        {entries.map((entry, index) => {
          const x = LEFT + slot * index + gap / 2;
          return (
            <g key={entry.key}>
              <Bar
                x={x + Math.max(0, slot - gap - MAX_BAR) / 2}
                width={Math.min(MAX_BAR, Math.max(1, slot - gap))}
                usage={entry.usage}
                y={y}
              />
              {index % labelEvery === 0 && (
                <text x={Math.min(x + (slot - gap) / 2, width - HALF_LABEL)} y={224} textAnchor="middle">
                  {entry.label}
                </text>
              )}
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the table below holds the same for keys */}
              <rect
                className="hit"
                x={LEFT + slot * index}
                y={TOP}
                width={slot}
                height={BOTTOM - TOP}
                onPointerEnter={() => setOver(entry)}
                onPointerLeave={() => setOver(undefined)}
                onClick={() => onChoose(entry.key)}
              />
            </g>
          );
        })}
      </svg>
      {over && (
        <div className="chart-note num">
          {over.label} · {formatTokens(over.usage.total)} · {formatCost(over.usage.costUsd)}
        </div>
      )}
    </div>
  );
}

interface StackedBarsProps {
  entries: readonly BarEntry[];
  summary: string;
  onChoose: (key: string) => void;
}

function Bar({ x, width, usage, y }: { x: number; width: number; usage: ApiUsage; y: (tokens: number) => number }) {
  let below = 0;
  return tokenParts.map((part) => {
    const tokens = part.of(usage);
    const bottom = y(below);
    below += tokens;
    const height = bottom - y(below);
    if (height <= 0) return null;
    return (
      <rect key={part.name} x={x} y={y(below)} width={width} height={Math.max(0.5, height - 0.6)} fill={part.colour} />
    );
  });
}

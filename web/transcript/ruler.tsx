import { memo, type PointerEvent, useMemo, useState } from 'react';
import type { ApiOutline, ApiSpans } from '../../src/doors/server/api-types.ts';
import { formatDuration } from '../format/figures.ts';
import type { Store } from '../stores/store.ts';
import { faceOf } from '../ui/kinds.ts';
import { type SeenRange, useSeen } from './seen-range.ts';
import { withoutPauses } from './without-pauses.ts';

const LANE_TOPS = [18, 30, 42];
const MAX_SPANS = 600;
const MAX_PAUSES = 200;
/** The least distance between marks on the ruler, in percent of its width. */
const TICK_PERCENT = 0.3;
const LABEL_PERCENT = 7;

/** The session's time from left to right: what ran when. It scrolls by time, or shows the tokens of each turn. */
export const Ruler = memo(function Ruler({ outline, spans: told, range, onGo, onTime }: RulerProps) {
  const [shows, setShows] = useState<'time' | 'tokens'>('time');
  const spans = useMemo(() => withoutPauses(told), [told]);
  const end = Math.max(1, spans.end);
  // A pause in which the agent waited for the person is drawn as the wait.
  const { waits } = spans;
  const pauses = spans.pauses.filter((pause) => !waits.some(({ from, to }) => from <= pause.from && pause.to <= to));
  const drawn = useMemo(() => thinned(spans.spans, end), [spans, end]);
  const startOf = useMemo(() => new Map(spans.spans.map(([row, , start]) => [row, start])), [spans]);
  const realStartOf = useMemo(
    () => (spans.spans === told.spans ? startOf : new Map(told.spans.map(([row, , start]) => [row, start]))),
    [told, spans, startOf],
  );
  const ticks = useMemo(() => ticksOf(outline, startOf, end), [outline, startOf, end]);

  function go(event: PointerEvent<HTMLDivElement>) {
    if (event.buttons !== 1 || (event.target instanceof Element && event.target.closest('button'))) return;
    const box = event.currentTarget.getBoundingClientRect();
    const time = ((event.clientX - box.left) / box.width) * end;
    let best = spans.spans[0];
    for (const span of spans.spans) if (span[2] <= time && span[2] >= (best?.[2] ?? 0)) best = span;
    if (best) onGo(best[0]);
  }

  return (
    <div
      className="ruler"
      title="Twice: where the time went"
      onPointerDown={go}
      onPointerMove={go}
      onDoubleClick={onTime}
      role="group"
      aria-label="Time ruler"
    >
      {pauses.slice(0, MAX_PAUSES).map(({ from, to, ms }) => (
        <span
          key={from}
          className="pause"
          title={`Nothing for ${formatDuration(ms)}`}
          style={{ left: `${percentOf(from, end)}%`, width: `${percentOf(to - from, end)}%` }}
        />
      ))}
      {waits.slice(0, MAX_PAUSES).map(({ from, to, ms }) => (
        <span
          key={from}
          className="wait"
          title={`Waited ${formatDuration(ms)} for you`}
          style={{ left: `${percentOf(from, end)}%`, width: `${percentOf(to - from, end)}%` }}
        />
      ))}
      {ticks.map(({ turn, row, start, left, hasLabel }) => (
        <span key={turn}>
          {start > 0 && <span className="tick" style={{ left: `${left}%` }} />}
          {hasLabel && (
            <span className="label" style={{ left: `${left}%` }}>
              {minutes(realStartOf.get(row) ?? 0)} turn {turn}
            </span>
          )}
        </span>
      ))}
      {shows === 'time' &&
        drawn.map(([row, lane, start, stop, kind, failed]) => (
          <i
            key={`${row} ${lane}`}
            style={{
              left: `${percentOf(start, end)}%`,
              width: `${percentOf(stop - start, end)}%`,
              top: LANE_TOPS[Math.min(lane, 2)],
              background: failed ? 'var(--bad)' : faceOf(kind).colour,
            }}
          />
        ))}
      {shows === 'tokens' && <TokenBars outline={outline} startOf={startOf} end={end} />}
      <Viewport startOf={startOf} end={end} range={range} />
      <span className="ruler-switch">
        {(['time', 'tokens'] as const).map((name) => (
          <button key={name} type="button" aria-pressed={shows === name} onClick={() => setShows(name)}>
            {name}
          </button>
        ))}
      </span>
    </div>
  );
});

interface RulerProps {
  outline: ApiOutline;
  spans: ApiSpans;
  range: Store<SeenRange>;
  onGo: (row: number) => void;
  /** Opens the page of the session's time. */
  onTime: () => void;
}

function Viewport({ startOf, end, range }: { startOf: Map<number, number>; end: number; range: Store<SeenRange> }) {
  const left = useSeen(range, ({ first }) => percentOf(nearest(startOf, first, -1) ?? 0, end));
  const right = useSeen(range, ({ last }) => percentOf(nearest(startOf, last, 1) ?? end, end));
  return <span className="viewport" style={{ left: `${left}%`, width: `${Math.max(0.5, right - left)}%` }} />;
}

function TokenBars({ outline, startOf, end }: { outline: ApiOutline; startOf: Map<number, number>; end: number }) {
  const most = Math.max(1, ...outline.turns.slice(0, 2000).map((turn) => turn.usage?.total ?? 0));
  return outline.turns.slice(0, 2000).map((turn, index) => {
    const start = startOf.get(turn.row) ?? 0;
    const next = outline.turns[index + 1];
    const stop = next ? (startOf.get(next.row) ?? end) : end;
    const { cached = 0, total = 0 } = turn.usage ?? {};
    return (
      <span
        key={turn.turn}
        className="token-bar"
        style={{ left: `${percentOf(start, end)}%`, width: `${percentOf(stop - start, end)}%` }}
      >
        <span style={{ height: `${(100 * (total - cached)) / most}%`, background: 'var(--c1)' }} />
        <span style={{ height: `${(100 * cached) / most}%`, background: 'var(--c2)' }} />
      </span>
    );
  });
}

/** The starts of turns. Ticks that would touch and labels that would overlap or be cut off are left out. */
function ticksOf(outline: ApiOutline, startOf: Map<number, number>, end: number) {
  const ticks: { turn: number; row: number; start: number; left: number; hasLabel: boolean }[] = [];
  let label = Number.NEGATIVE_INFINITY;
  for (const { turn, row } of outline.turns) {
    const start = startOf.get(row) ?? 0;
    const left = percentOf(start, end);
    if (left - (ticks.at(-1)?.left ?? -TICK_PERCENT) < TICK_PERCENT) continue;
    const hasLabel = left - label >= LABEL_PERCENT && left <= 100 - LABEL_PERCENT;
    if (hasLabel) label = left;
    ticks.push({ turn, row, start, left, hasLabel });
  }
  return ticks;
}

/** More spans than pixels cannot be seen, so spans that would cover the one before them are left out. */
function thinned(spans: ApiSpans['spans'], end: number): ApiSpans['spans'] {
  if (spans.length <= MAX_SPANS) return spans;
  const step = end / MAX_SPANS;
  const lastOfLane = new Map<number, number>();
  return spans.filter(([, lane, start, stop]) => {
    if (stop - start < step && start - (lastOfLane.get(lane) ?? -step) < step) return false;
    lastOfLane.set(lane, start);
    return true;
  });
}

/** The time of a row, or of the nearest one that has a time. */
function nearest(startOf: Map<number, number>, row: number, direction: 1 | -1): number | undefined {
  for (let step = 0; step < 50; step += 1) {
    const time = startOf.get(row + step * direction);
    if (time !== undefined) return time;
  }
  return undefined;
}

function percentOf(part: number, all: number): number {
  return Math.min(100, Math.max(0, (100 * part) / all));
}

function minutes(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const rest = String(seconds % 60).padStart(2, '0');
  return seconds < 3600
    ? `${Math.floor(seconds / 60)}:${rest}`
    : `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}:${rest}`;
}

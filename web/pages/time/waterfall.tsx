import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ApiSession, ApiTime } from '../../../src/doors/server/api-types.ts';
import { formatCost, formatDuration, formatTokens } from '../../format/figures.ts';
import { useKeys } from '../../keyboard.ts';
import { navigate } from '../../router.ts';
import { type By, type PlacedNodes, placedNodes, type TimeLine, timeLines } from './placed-nodes.ts';
import { lineUrl, WaterfallRow } from './waterfall-row.tsx';

/** With more bars, turns begin closed. */
const MOST_OPEN = 400;
const ROW_HEIGHT = 30;
const MOST_ZOOM = 64;
const MOST_PAUSES = 200;

/** Turns, requests and calls from top to bottom, time from left to right. Only the lines in sight exist. */
export function Waterfall({ time, session, by, chosen, onChoose, onBy }: WaterfallProps) {
  const { nodes } = time;
  const turns = nodes.filter(({ kind }) => kind === 'turn');
  const startsClosed = nodes.length > MOST_OPEN;
  /** Turns that are not as they began. */
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const closed = new Set(turns.map(({ id }) => id).filter((id) => toggled.has(id) !== startsClosed));
  const closedKey = [...closed].join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the set
  const lines = useMemo(() => timeLines(nodes, closed), [nodes, closedKey]);
  const placed = useMemo(() => placedNodes(time, by), [time, by]);
  const [zoom, setZoom] = useState(1);
  const at = lines.findIndex(({ node }) => node.id === chosen);
  const view = viewOf(placed.end, zoom, placed.places.get(chosen ?? '')?.[0] ?? 0);
  const box = useRef<HTMLOListElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => setMargin(box.current?.offsetTop ?? 0));
  const virtual = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => ROW_HEIGHT,
    scrollMargin: margin,
    scrollPaddingStart: 80,
    scrollPaddingEnd: 80,
    overscan: 12,
  });

  function choose(index: number): void {
    const line = lines[Math.max(0, Math.min(lines.length - 1, index))];
    if (!line) return;
    onChoose(line.node.id);
    virtual.scrollToIndex(lines.indexOf(line), { align: 'auto' });
  }

  function fold({ node, isOpen }: TimeLine): void {
    if (isOpen === undefined) return;
    setToggled((old) => {
      const next = new Set(old);
      if (!next.delete(node.id)) next.add(node.id);
      return next;
    });
  }

  const turnAbove = () => lines.findLastIndex(({ node }, index) => index <= at && node.kind === 'turn');
  useKeys({
    j: () => choose(at + 1),
    k: () => choose(at - 1),
    h: () => {
      const turn = lines[turnAbove()];
      if (turn?.isOpen) fold(turn);
      choose(turnAbove());
    },
    l: () => {
      const line = lines[at];
      if (line?.isOpen === false) fold(line);
    },
    Enter: () => {
      const url = lineUrl(session.head.key, lines[at]?.node);
      if (url !== undefined) navigate(url);
    },
    '+': () => setZoom((old) => Math.min(MOST_ZOOM, old * 2)),
    '-': () => setZoom((old) => Math.max(1, old / 2)),
    b: onBy,
  });

  return (
    <div className="waterfall">
      <div className="waterfall-row heads">
        <span>Turn, request, call</span>
        <span>Time</span>
        <span>Tokens</span>
        <span>Cost</span>
        <span className="axis">
          {placed.pauses.slice(0, MOST_PAUSES).map(({ from, to, ms }) => (
            <i
              key={`pause ${from}`}
              className="pause"
              title={`Nothing for ${formatDuration(ms)}`}
              style={{ left: `${view.percent(from)}%`, width: `${view.percent(to) - view.percent(from)}%` }}
            />
          ))}
          {ticksIn(placed, view).map(({ at: place, value }) => (
            <i key={place} style={{ left: `${view.percent(place)}%` }}>
              {tickText(value, by)}
            </i>
          ))}
        </span>
      </div>
      <ol
        ref={box}
        className="waterfall-rows"
        aria-label="Turns, requests and calls"
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          return (
            line && (
              <WaterfallRow
                key={line.node.id}
                line={line}
                top={start - margin}
                sessionKey={session.head.key}
                placed={placed}
                view={view}
                isChosen={line.node.id === chosen}
                onChoose={() => onChoose(line.node.id)}
                onFold={() => fold(line)}
              />
            )
          );
        })}
      </ol>
    </div>
  );
}

interface WaterfallProps {
  time: ApiTime;
  session: ApiSession;
  by: By;
  chosen: string | undefined;
  onChoose: (id: string) => void;
  onBy: () => void;
}

/** The part of the axis that is shown. */
export interface View {
  percent(place: number): number;
}

function viewOf(end: number, zoom: number, around: number): View {
  const width = Math.max(end / zoom, Number.MIN_VALUE);
  const from = Math.max(0, Math.min(end - width, around - width / 4));
  return { percent: (place) => (100 * (place - from)) / width };
}

/** A mark at the right edge has no room for its text. */
function ticksIn({ ticks }: PlacedNodes, view: View): PlacedNodes['ticks'] {
  return ticks.filter(({ at }) => view.percent(at) > -1 && view.percent(at) < 92);
}

/** `1:05`, `2:10:00`, `14 k`, `$0.20` */
function tickText(value: number, by: By): string {
  if (by === 'tokens') return formatTokens(value);
  if (by === 'cost') return formatCost(value);
  const seconds = Math.round(value / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

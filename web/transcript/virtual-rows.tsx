import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { Row } from '../../src/doors/react/row.tsx';
import type { SessionStore } from '../stores/session-store.ts';
import type { Store } from '../stores/store.ts';
import { usePrinting } from '../ui/use-printing.ts';
import type { SeenRange } from './seen-range.ts';

/** Moves the page through the rows. Numbers are those of rows, not positions among the visible ones. */
export interface ThreadHandle {
  /** Brings a row into view, once the rows around it are here. */
  goTo(row: number, align?: 'start' | 'center' | 'auto'): Promise<void>;
  goToEnd(): void;
}

const LINE_PX = 22;
const ROW_PX = 58;
/** The most rows that are printed. */
const MAX_PRINTED = 500;

/** The rows around the visible part. The selected one stays too, so that the focus is never lost. */
export function VirtualRows({ store, rows, selected, isFollowing, scroller, handle, range: seen }: VirtualRowsProps) {
  const column = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState<number>();
  // The part above the rows may grow. Measuring it at every drawing would lay out the page each time.
  useLayoutEffect(() => {
    const above = column.current?.previousElementSibling;
    const measure = () => setMargin(column.current?.offsetTop ?? 0);
    measure();
    const observer = new ResizeObserver(measure);
    if (above) observer.observe(above);
    return () => observer.disconnect();
  }, []);
  const { fold } = store;
  const isPrinting = usePrinting();
  // Stable between drawings: another function would recompute all positions.
  const getItemKey = useCallback((index: number) => rows[index] ?? index, [rows]);
  const virtual = useVirtualizer({
    // None until their start is known, or all positions would be computed twice.
    count: margin === undefined ? 0 : rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(fold.lines[rows[index] ?? 0] ?? 2),
    getItemKey,
    overscan: 4,
    scrollMargin: margin ?? 0,
    scrollPaddingStart: 12,
    scrollPaddingEnd: 90,
    anchorTo: isFollowing ? 'end' : 'start',
    followOnAppend: isFollowing,
    rangeExtractor(range) {
      if (isPrinting) return Array.from({ length: Math.min(rows.length, MAX_PRINTED) }, (_, index) => index);
      const indexes = defaultRangeExtractor(range);
      const place = selected === undefined ? -1 : placeOf(rows, selected);
      if (place < 0 || indexes.includes(place)) return indexes;
      return [...indexes, place].sort((a, b) => a - b);
    },
  });
  const latest = useRef(rows);
  latest.current = rows;
  useImperativeHandle(handle, () => handleOf(store, () => latest.current, virtual), [store, virtual]);
  const items = virtual.getVirtualItems();
  const range = virtual.range;
  const first = rows[range?.startIndex ?? 0];
  const last = rows[range?.endIndex ?? 0];
  useEffect(() => {
    if (first === undefined || last === undefined) return;
    seen.set({ first, last });
    void store.ensure(Math.max(0, first - 30), last + 30);
  }, [first, last, store, seen]);

  return (
    <div
      className="thread-column"
      ref={column}
      style={{ height: virtual.getTotalSize() }}
      role="feed"
      aria-label="Transcript"
    >
      {items.map(({ index, key, start }) => {
        const number = rows[index] ?? 0;
        const row = fold.rows.get(number);
        return (
          <div
            key={key}
            ref={row ? virtual.measureElement : null}
            data-index={index}
            className="placed"
            style={{ top: start - (margin ?? 0) }}
          >
            {row ? (
              <Row row={row} isSelected={number === selected} total={fold.total} />
            ) : (
              <div className="item" aria-busy="true">
                <div className="loading-row" style={{ height: estimate(fold.lines[number] ?? 2) - 18 }} />
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}

interface VirtualRowsProps {
  store: SessionStore;
  rows: readonly number[];
  selected: number | undefined;
  isFollowing: boolean;
  scroller: RefObject<HTMLElement | null>;
  handle: RefObject<ThreadHandle | null>;
  range: Store<SeenRange>;
}

function handleOf(
  store: SessionStore,
  rowsNow: () => readonly number[],
  virtual: Virtualizer<HTMLElement, Element>,
): ThreadHandle {
  return {
    async goTo(row, align = 'center') {
      // Without the rows themselves the position is a guess, and the jump would miss.
      await store.ensure(Math.max(0, row - 10), row + 10);
      const go = () => {
        const place = placeOf(rowsNow(), row);
        if (place >= 0) virtual.scrollToIndex(place, { align });
      };
      go();
      requestAnimationFrame(go);
    },
    goToEnd() {
      if (rowsNow().length > 0) virtual.scrollToIndex(rowsNow().length - 1, { align: 'end' });
      requestAnimationFrame(() => virtual.scrollToEnd());
    },
  };
}

/** Rows are in order, so a row is found by binary search. */
function placeOf(rows: readonly number[], row: number): number {
  let [low, high] = [0, rows.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const value = rows[middle] ?? 0;
    if (value === row) return middle;
    if (value < row) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function estimate(lines: number): number {
  return ROW_PX + Math.min(lines, 40) * LINE_PX;
}

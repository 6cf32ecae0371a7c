import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { SessionHead } from '../../../src/doors/server/api-types.ts';
import { formatCost, formatTokens, plural } from '../../format/figures.ts';
import { formatDay } from '../../format/times.ts';
import type { ListStore } from '../../stores/list-store.ts';
import { preferences } from '../../stores/preferences.ts';
import { useStore } from '../../stores/store.ts';
import { NARROW, useMedia } from '../../ui/use-media.ts';
import { useNow } from '../../ui/use-now.ts';
import { ColumnHeads } from './column-heads.tsx';
import { type Filters, listQuery } from './filters.ts';
import { type ListEntry, listEntries } from './list-entries.ts';
import { SessionRow } from './session-row.tsx';
import { useListKeys } from './use-list-keys.ts';
import { withGhosts } from './with-ghosts.ts';

const heights = { day: 40, session: 52, child: 38, more: 34 };

/** The rows of the list. Only those around the visible part exist. The head of their day stays in sight. */
export function SessionList({ list, filters, ghosts, marked, onMark }: SessionListProps) {
  const { items, answer, newer } = useStore(list.state);
  const unfolded = useStore(list.unfolded);
  const foldsAutomated = useStore(preferences).foldAutomated;
  const now = useNow(30_000);
  const isNarrow = useMedia(NARROW);
  const entries = useMemo(() => {
    const { tree, group, sort } = filters;
    const heads = withGhosts(items, ghosts, {
      wanted: listQuery(filters, Date.now()),
      isWhole: answer?.next === undefined,
    });
    return listEntries(heads, {
      tree,
      byDay: group === 'day' && sort === 'last',
      groups: answer?.groups ?? [],
      foldsAutomated,
      unfolded,
    });
  }, [items, ghosts, answer, filters, foldsAutomated, unfolded]);
  const box = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => setMargin(box.current?.offsetTop ?? 0));
  const pinned = useRef<number | undefined>(undefined);
  const getItemKey = useCallback((index: number) => entries[index]?.key ?? index, [entries]);
  const virtual = useWindowVirtualizer({
    count: entries.length,
    estimateSize: (index) => heightOf(entries[index], isNarrow),
    getItemKey,
    scrollMargin: margin,
    scrollPaddingStart: 140,
    scrollPaddingEnd: 80,
    overscan: 8,
    rangeExtractor(range) {
      pinned.current = entries.findLastIndex((entry, index) => entry.type === 'day' && index <= range.startIndex);
      const indexes = new Set([...(pinned.current >= 0 ? [pinned.current] : []), ...defaultRangeExtractor(range)]);
      return [...indexes].sort((a, b) => a - b);
    },
  });
  const shown = virtual.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastShown >= entries.length - 20) list.more();
  }, [lastShown, entries.length, list]);
  const selected = useListKeys(entries, (index) => virtual.scrollToIndex(index, { align: 'auto' }), onMark);

  return (
    <div className="session-list" onPointerEnter={() => list.hold(true)} onPointerLeave={() => list.hold(false)}>
      <ColumnHeads sort={filters.sort} />
      {newer > 0 && (
        <div className="newer">
          <button type="button" className="btn" onClick={() => list.reload()}>
            {newer} newer ↑
          </button>
        </div>
      )}
      <div ref={box} className="session-items" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const entry = entries[index];
          const isPinned = index === pinned.current;
          return (
            <div
              key={key}
              ref={isNarrow && !isPinned ? virtual.measureElement : null}
              data-index={index}
              className={isPinned ? 'pinned' : 'placed'}
              style={isPinned ? undefined : { transform: `translateY(${start - margin}px)` }}
            >
              {entry?.type === 'session' && (
                <SessionRow
                  head={entry.head}
                  isChild={entry.isChild}
                  isSelected={entry.key === selected}
                  isMarked={marked.has(entry.key)}
                  now={now}
                />
              )}
              {entry?.type === 'day' && <DayHead entry={entry} now={now} />}
              {(entry?.type === 'more-children' || entry?.type === 'automated') && (
                <button
                  type="button"
                  className="session-more"
                  onClick={() => list.unfolded.update((old) => new Set([...old, entry.key]))}
                >
                  {entry.type === 'automated'
                    ? `Show ${plural(entry.count, 'automated run')}`
                    : `Show ${plural(entry.count, 'more agent')}`}
                </button>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface SessionListProps {
  list: ListStore;
  filters: Filters;
  /** Sessions of which only prompts are left, if they are wanted. */
  ghosts: readonly SessionHead[];
  marked: ReadonlySet<string>;
  onMark: (key: string) => void;
}

function DayHead({ entry, now }: { entry: Extract<ListEntry, { type: 'day' }>; now: number }) {
  const { sums } = entry;
  const words = sums && [
    plural(sums.sessions, 'session'),
    ...(sums.tokens > 0 ? [`${formatTokens(sums.tokens)} tokens`] : []),
    ...(sums.costUsd === null ? [] : [formatCost(sums.costUsd)]),
  ];
  return (
    <h2 className="day-head">
      {formatDay(entry.key, now)} <span className="num">{words?.join(' · ')}</span>
    </h2>
  );
}

function heightOf(entry: ListEntry | undefined, isNarrow: boolean): number {
  if (entry?.type === 'day') return heights.day;
  if (entry?.type !== 'session') return heights.more;
  if (isNarrow) return entry.isChild ? 40 : 120;
  return entry.isChild ? heights.child : heights.session;
}

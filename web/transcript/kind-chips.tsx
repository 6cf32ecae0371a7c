import { memo } from 'react';
import { formatCount } from '../format/figures.ts';
import { setQuery } from '../router.ts';
import type { RowFold } from '../stores/row-fold.ts';
import { filterGroups, groupCounts } from './row-filter.ts';

/** The kinds of rows to show, with the number of each. */
export const KindChips = memo(function KindChips({
  fold,
  chosen,
  isEarly,
}: {
  fold: RowFold;
  chosen: string[];
  /** The fold's shape, because the fold changes in place. */
  shape: number;
  /** The kinds of most rows are not known yet. */
  isEarly: boolean;
}) {
  const counts = groupCounts(fold);
  const toggle = (value: string) => {
    const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
    setQuery({ kinds: next.join(',') }, 'replace');
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a narrow screen
    <div className="kind-chips" role="group" aria-label="Kinds of rows" tabIndex={0}>
      <Chip
        name="All"
        count={fold.total}
        isOn={chosen.length === 0}
        onToggle={() => setQuery({ kinds: '' }, 'replace')}
      />
      {(isEarly ? [] : filterGroups).map((group, index) => {
        const count = counts[index] ?? 0;
        if (count === 0 && !chosen.includes(group.value)) return null;
        const isOn = chosen.includes(group.value);
        return (
          <Chip key={group.value} name={group.name} count={count} isOn={isOn} onToggle={() => toggle(group.value)} />
        );
      })}
    </div>
  );
});

function Chip({ name, count, isOn, onToggle }: { name: string; count: number; isOn: boolean; onToggle: () => void }) {
  return (
    <button type="button" className={isOn ? 'chip on' : 'chip'} aria-pressed={isOn} onClick={onToggle}>
      {name} <b className="num">{formatCount(count)}</b>
    </button>
  );
}

import type { SessionHead } from '../../../src/doors/server/api-types.ts';
import { compareListed, createListFilter, type ListQuery } from '../../../src/doors/server/list-filter.ts';

interface GhostPlaces {
  wanted: ListQuery;
  /** True if the list goes on no further: later pages have a place for older ones. */
  isWhole: boolean;
}

/** Puts sessions of which only prompts are left among the others, where the filters take them. No state is known of them. */
export function withGhosts(
  items: readonly SessionHead[],
  ghosts: readonly SessionHead[],
  { wanted, isWhole }: GhostPlaces,
): readonly SessionHead[] {
  if (ghosts.length === 0 || wanted.statuses.length > 0) return items;
  const compare = compareListed(wanted.sort);
  const here = new Set(items.map(({ key }) => key));
  const fits = createListFilter(wanted);
  const waiting = ghosts.filter((head) => fits(head) && !here.has(head.key)).sort(compare);
  const merged: SessionHead[] = [];
  let next = 0;
  for (const item of items) {
    // Sub-agents stay behind their parent.
    for (
      let ghost = waiting[next];
      ghost && item.parent === undefined && compare(ghost, item) < 0;
      ghost = waiting[next]
    ) {
      merged.push(ghost);
      next += 1;
    }
    merged.push(item);
  }
  return isWhole ? [...merged, ...waiting.slice(next)] : merged;
}

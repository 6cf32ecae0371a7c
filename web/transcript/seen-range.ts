import { useSyncExternalStore } from 'react';
import { createStore, type Store } from '../stores/store.ts';

/** The first and the last row that are seen. It changes with every step of a scroll: only what shows it may watch it. */
export interface SeenRange {
  first: number;
  last: number;
}

export function createSeenRange(): Store<SeenRange> {
  return createStore<SeenRange>({ first: 0, last: 0 });
}

/** Something that follows from the range, and wakes its reader only when that is another value. */
export function useSeen<T extends string | number>(range: Store<SeenRange>, select: (range: SeenRange) => T): T {
  return useSyncExternalStore(range.subscribe, () => select(range.get()));
}

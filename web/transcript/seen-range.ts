import { useSyncExternalStore } from 'react';
import { createStore, type Store } from '../stores/store.ts';

/** The first and the last visible row. It changes with every step of a scroll: only what shows it may watch it. */
export interface SeenRange {
  first: number;
  last: number;
}

export function createSeenRange(): Store<SeenRange> {
  return createStore<SeenRange>({ first: 0, last: 0 });
}

/** A value derived from the range. Its reader is notified only when the value changes. */
export function useSeen<T extends string | number>(range: Store<SeenRange>, select: (range: SeenRange) => T): T {
  return useSyncExternalStore(range.subscribe, () => select(range.get()));
}

import { type Reach, reaches } from './command-reach.ts';

/** Knows after which states a command ran that may have changed their file. */
export interface UnsureStates {
  /** A command ran. */
  ran(reach: Reach): void;
  /** The file is known to be in this state now. */
  mark(state: object, path: string): void;
  isUnsure(state: object): boolean;
}

export function createUnsureStates(): UnsureStates {
  /** Commands that may have written: a state older than one that reaches its path is unsure. */
  const shells: Reach[] = [];
  /** The number of the last one that may have written anything. */
  let lastWide = 0;
  const shellsAt = new WeakMap<object, { count: number; path: string }>();
  return {
    ran(reach) {
      shells.push(reach);
      if (reach === 'anything') lastWide = shells.length;
    },
    mark(state, path) {
      shellsAt.set(state, { count: shells.length, path });
    },
    isUnsure(state) {
      const { count, path } = shellsAt.get(state) ?? { count: 0, path: '' };
      return count < lastWide || shells.slice(count).some((reach) => reaches(reach, path));
    },
  };
}

import type { SessionEntry } from './session-index.ts';

/** Knows which sessions have not changed since the last look, and which are too long for another look so soon. */
export interface Pacer {
  isDue(entry: SessionEntry): boolean;
  /** Records a look. Call it before anything is read: others may ask for the same meanwhile. */
  note(entry: SessionEntry): void;
  /** Makes a session due again after a failed look. */
  forget(entry: SessionEntry): void;
}

export function createPacer(bytesASecond: number): Pacer {
  const seen = new Map<string, { lastAt: number; until: number }>();
  return {
    isDue({ key, head }) {
      const known = seen.get(key);
      return !known || (known.lastAt !== head.lastAt && performance.now() >= known.until);
    },
    note({ key, size, head }) {
      seen.set(key, { lastAt: head.lastAt, until: performance.now() + (size / bytesASecond) * 1000 });
    },
    forget: ({ key }) => void seen.delete(key),
  };
}

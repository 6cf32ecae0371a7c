import type { SessionEntry } from './session-index.ts';

/** Knows which sessions were looked at and did not change since, and which are too long to be looked at again so soon. */
export interface Pacer {
  isDue(entry: SessionEntry): boolean;
  /** It is looked at now. To be told before anything is read: others may ask for the same meanwhile. */
  note(entry: SessionEntry): void;
  /** It could not be looked at: it is due again. */
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

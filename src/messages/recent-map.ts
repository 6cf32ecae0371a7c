/** A map that remembers at least the `limit` entries that were set last, and at most twice as many. */
export interface RecentMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  clear(): void;
  /** In the order in which they were set. */
  values(): Value[];
}

/**
 * Two generations: when the younger one is full, it becomes the older one, and that is forgotten. To take out the oldest
 * entry one by one would cost more, because the engine walks over the gaps that it leaves.
 */
export function createRecentMap<Value>(limit: number): RecentMap<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();

  return {
    get: (key) => young.get(key) ?? old.get(key),
    set(key, value) {
      if (young.size >= limit && !young.has(key)) {
        old = young;
        young = new Map();
      }
      young.set(key, value);
    },
    delete(key) {
      young.delete(key);
      old.delete(key);
    },
    clear() {
      if (young.size > 0) young = new Map();
      if (old.size > 0) old = new Map();
    },
    values() {
      const values: Value[] = [];
      for (const [key, value] of old) if (!young.has(key)) values.push(value);
      for (const value of young.values()) values.push(value);
      return values;
    },
  };
}

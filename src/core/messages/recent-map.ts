const SMALL = 64;

/**
 * A map that remembers at least the `limit` entries set last, and at most twice as many. It has two generations: when
 * the younger is full, it becomes the older one, and the older is forgotten. Deleting the oldest entry one by one would
 * cost more, because the engine walks over the gaps.
 *
 * It is a class and allocates nothing before use: every builder has many maps, and most stay empty.
 */
export class RecentMap<Value> {
  private readonly limit: number;
  private young: Map<string, Value> | undefined;
  private old: Map<string, Value> | undefined;

  constructor(limit: number) {
    this.limit = limit;
    this.young = undefined;
    this.old = undefined;
  }

  get(key: string): Value | undefined {
    if (!this.young) return undefined;
    return this.young.get(key) ?? this.old?.get(key);
  }

  set(key: string, value: Value): void {
    this.young ??= new Map();
    if (this.young.size >= this.limit && !this.young.has(key)) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, value);
  }

  delete(key: string): void {
    if (!this.young) return;
    this.young.delete(key);
    this.old?.delete(key);
  }

  clear(): void {
    this.old = undefined;
    if (!this.young || this.young.size === 0) return;
    // A small map is reused. A large one would keep its memory.
    if (this.young.size < SMALL) this.young.clear();
    else this.young = undefined;
  }

  /** The values in the order in which they were set. */
  values(): Value[] {
    const values: Value[] = [];
    for (const [key, value] of this.old ?? []) if (!this.young?.has(key)) values.push(value);
    for (const value of this.young?.values() ?? []) values.push(value);
    return values;
  }
}

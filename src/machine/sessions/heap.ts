/** Gives the first of its entries, in an order, while more are added. */
export interface Heap<Entry> {
  add(entry: Entry): void;
  /** Undefined if it is empty. */
  first(): Entry | undefined;
  /** Removes the first one. Throws if it is empty. */
  take(): Entry;
}

/** A binary heap. `isBefore`: true if one entry comes before another. */
export function createHeap<Entry>(isBefore: (one: Entry, other: Entry) => boolean): Heap<Entry> {
  const entries: Entry[] = [];

  function at(index: number): Entry {
    const entry = entries[index];
    if (entry === undefined) throw new RangeError('the heap has no such entry');
    return entry;
  }

  function swap(one: number, other: number): void {
    const entry = at(one);
    entries[one] = at(other);
    entries[other] = entry;
  }

  return {
    add(entry) {
      let index = entries.push(entry) - 1;
      for (let above = (index - 1) >> 1; index > 0 && isBefore(at(index), at(above)); above = (index - 1) >> 1) {
        swap(index, above);
        index = above;
      }
    },
    first: () => entries[0],
    take() {
      const taken = at(0);
      swap(0, entries.length - 1);
      entries.pop();
      for (let index = 0; ; ) {
        let next = index;
        for (const below of [2 * index + 1, 2 * index + 2]) {
          if (below < entries.length && isBefore(at(below), at(next))) next = below;
        }
        if (next === index) return taken;
        swap(index, next);
        index = next;
      }
    },
  };
}

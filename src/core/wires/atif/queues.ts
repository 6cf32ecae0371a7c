/** Values by a name that several may have, each in its order. */
export interface Queues<T> {
  first(name: unknown): T | undefined;
  /** The first one, which then is gone. */
  take(name: unknown): T | undefined;
}

export function createQueues<T>(values: Iterable<T>, nameOf: (value: T) => unknown): Queues<T> {
  const queues = new Map<unknown, { values: T[]; next: number }>();
  for (const value of values) {
    const name = nameOf(value);
    const queue = queues.get(name);
    if (queue) queue.values.push(value);
    else queues.set(name, { values: [value], next: 0 });
  }
  const first = (name: unknown): T | undefined => {
    const queue = queues.get(name);
    return queue?.values[queue.next];
  };
  return {
    first,
    take(name) {
      const value = first(name);
      const queue = queues.get(name);
      if (queue && queue.next < queue.values.length) queue.next += 1;
      return value;
    },
  };
}

/** Lets so many in at a time. The others wait, and come in their order. */
export interface Turnstile {
  /** Resolves to what gives the place back. */
  enter(): Promise<() => void>;
  /** True if nobody is in. */
  isEmpty(): boolean;
}

export function createTurnstile(places: number): Turnstile {
  let free = places;
  const waiting: (() => void)[] = [];
  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    async enter() {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return release;
    },
    isEmpty: () => free === places,
  };
}

/** Lets timers and input have a turn. As that of `node:timers/promises`, which loads what can abort it too: a start pays for that. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

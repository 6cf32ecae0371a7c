const EVERY_MS = 5000;

/** One line of progress on stderr: written over itself on a terminal, elsewhere another one every few seconds. */
export function createProgress(): (text: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (text) => {
    if (process.stderr.isTTY) {
      process.stderr.write(`\r${text}\x1b[K`);
      return;
    }
    const now = performance.now();
    if (text === '' || now - last < EVERY_MS) return;
    last = now;
    process.stderr.write(`${text}\n`);
  };
}

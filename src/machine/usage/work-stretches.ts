/** A thread without a request to its model for this long waits for somebody. */
const PAUSE_MS = 5 * 60_000;

/** A time in which a thread made requests without a pause, in milliseconds since 1970. */
export interface WorkStretch {
  from: number;
  to: number;
}

/** The stretches of one thread, out of those of parts of its requests: a request alone is a stretch of no length. */
export function joinStretches(parts: readonly WorkStretch[]): WorkStretch[] {
  const joined: WorkStretch[] = [];
  for (const { from, to } of [...parts].sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && from - last.to <= PAUSE_MS) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** The most stretches that overlap. */
export function mostAtOnce(stretches: readonly WorkStretch[]): number {
  const begins = stretches.map(({ from }) => from).sort((a, b) => a - b);
  const ends = stretches.map(({ to }) => to).sort((a, b) => a - b);
  let [most, ended] = [0, 0];
  for (const [index, begin] of begins.entries()) {
    while ((ends[ended] ?? begin) < begin) ended += 1;
    most = Math.max(most, index + 1 - ended);
  }
  return most;
}

/** The clocks of two machines, or of a machine and its file server, are seldom further apart. */
const CLOCK_SKEW_MS = 60_000;

/** Milliseconds since 1970: when the file was written, else its last line. A time ahead of the clock does not count. */
export function lastActive(modified: number, lastLine: number | undefined, now: number): number {
  const latest = latestTime(now);
  if (modified <= latest) return modified;
  return lastLine !== undefined && lastLine <= latest ? lastLine : 0;
}

/** The latest time that something can have that has happened by now. */
export function latestTime(now = Date.now()): number {
  return now + CLOCK_SKEW_MS;
}

/** The clocks of two machines, or of a machine and its file server, rarely differ by more. */
const CLOCK_SKEW_MS = 60_000;

/** The last write to the file, else its last line, in milliseconds since 1970. A time in the future does not count. */
export function lastActive(modified: number, lastLine: number | undefined, now: number): number {
  const latest = latestTime(now);
  if (modified <= latest) return modified;
  return lastLine !== undefined && lastLine <= latest ? lastLine : 0;
}

/** The latest time that a past event can have. */
export function latestTime(now = Date.now()): number {
  return now + CLOCK_SKEW_MS;
}

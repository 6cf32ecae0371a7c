/** The clocks of two machines, or of a machine and its file server, are seldom further apart. */
const CLOCK_SKEW_MS = 60_000;

/**
 * When a session was last active, in milliseconds since 1970: when its file was written to, else when its last line was.
 * A time that lies ahead of the clock tells only that some clock is wrong. Where both lie ahead, it was long ago.
 */
export function lastActive(modified: number, lastLine: number | undefined, now: number): number {
  const latest = latestTime(now);
  if (modified <= latest) return modified;
  return lastLine !== undefined && lastLine <= latest ? lastLine : 0;
}

/** The latest time that something can have that has happened by now. */
export function latestTime(now = Date.now()): number {
  return now + CLOCK_SKEW_MS;
}

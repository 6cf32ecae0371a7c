/** The clocks of two machines, or of a machine and its file server, rarely differ by more. */
const CLOCK_SKEW_MS = 60_000;

/**
 * The time at which a session was last active, in milliseconds since 1970: the time of its last record. A file cannot hold
 * a record later than its last write, so a record that claims to be later counts for nothing, and the file's time is taken.
 */
export function lastActive(modified: number, lastRecord: number | undefined): number {
  if (lastRecord === undefined || lastRecord > modified + CLOCK_SKEW_MS) return modified;
  // A file system may round the time of a write down.
  return Math.min(lastRecord, modified);
}

/** The latest time that a past event can have. */
export function latestTime(now = Date.now()): number {
  return now + CLOCK_SKEW_MS;
}

/** Milliseconds since the session was last active. A time that lies ahead tells nothing: it may be ages. */
export function silenceSince(active: number, now: number): number {
  return active > latestTime(now) ? Number.POSITIVE_INFINITY : Math.max(0, now - active);
}

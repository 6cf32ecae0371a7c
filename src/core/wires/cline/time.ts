const LARGEST_TIME = 8.64e15;

/** The time of a number of milliseconds since 1970. */
export function timeOf(ts: number | undefined): string | undefined {
  return ts === undefined || Math.abs(ts) > LARGEST_TIME ? undefined : new Date(ts).toISOString();
}

/** A time of milliseconds in few letters: `93 ms`, `1.2 s`, `3 min`. `unknown` stands for one that is not known. */
export function shortTime(ms: number | null, unknown: string): string {
  if (ms === null) return unknown;
  if (ms < 1000) return `${ms} ms`;
  return ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

/** The first day that PostgreSQL knows, in 4713 before Christ. A Date knows earlier ones. */
const EARLIEST_MS = -210_866_803_200_000;

/** A time that somebody asks for, as one that the database takes. Nothing is older than its first day. */
export function databaseTime(ms: number): number {
  return Math.max(ms, EARLIEST_MS);
}

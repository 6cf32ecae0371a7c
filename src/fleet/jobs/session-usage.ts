import { countedRows, isLineKey, type ReviewTimes, reviewTimes } from '../../archive/folding/usage-facts.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import type { Queries } from '../postgres/connect.ts';
import type { ScopedUsage } from '../postgres/write-usage.ts';
import type { KeptSource } from './kept-source.ts';

/** The child of a review begins a moment before its parent says so. */
const EARLY_MS = 2000;

/** The requests of a session from all its sources. A file's last life counts, and a review's requests count once. */
export async function sessionUsage(
  queries: Queries,
  session: string | undefined,
  source: KeptSource,
  own: Uint8Array | undefined,
): Promise<UsageRow[]> {
  const others = session === undefined ? [] : await usageBeside(queries, session, source);
  const told = own ? [own, ...others] : others;
  const rows: UsageRow[] = [];
  countedRows(told, (row) => rows.push(row), await reviewsAround(queries, source, reviewTimes(own)));
  return withOwnKeys(rows);
}

async function usageBeside(queries: Queries, session: string, { id }: KeptSource): Promise<Uint8Array[]> {
  const rows = await queries.all(
    `select usage from (select distinct on (machine_id, path_hash) source.id, machine_id, path_hash, folded_source.usage
        from session_source join source on source.id = session_source.source_id
        join folded_source on folded_source.source_id = source.id
        where session_id = $1 order by machine_id, path_hash, source.id desc) as told
      where usage is not null and (machine_id, path_hash) is distinct from
        (select (machine_id, path_hash) from source where id = $2) order by id`,
    [session, id],
  );
  return rows.flatMap(({ usage }) => (usage instanceof Uint8Array ? [usage] : []));
}

/**
 * The requests of a session that is kept beside another one of its id. Requests that are known by their line are its own,
 * unless the other one tells the very same: then both began as one session, and they count once.
 */
export async function usageApart(
  queries: Queries,
  rows: readonly UsageRow[],
  main: string,
  { threadId }: { threadId: string },
): Promise<ScopedUsage[]> {
  const told = await queries.all(
    `select usage.thread_id, key, time_ms(at) as at, input, output from usage join session on session.id = session_id
      where session.source_id = $1`,
    [main],
  );
  const nameOf = (key: unknown, at: unknown, input: unknown, output: unknown) => [key, at, input, output].join(' ');
  const same = new Set(told.map(({ key, at, input, output }) => nameOf(key, at, input, output)));
  return rows.map((row) => {
    const isSame = same.has(nameOf(row.key, Math.floor(row.at), row.input, row.output));
    return { ...row, threadId, ...(isSame && { scope: row.threadId }) };
  });
}

/** Only the time links a review to its parent, so only reviews of the same machine are asked for. */
async function reviewsAround(queries: Queries, source: KeptSource, { from, to }: ReviewTimes): Promise<number[]> {
  if (from === undefined) return [];
  const rows = await queries.all(
    `select review_ms from folded_source join source on source.id = source_id
      where review_ms between $1 and $2 and machine_id = $3 and source.id <> $4`,
    [Math.floor(from) - EARLY_MS, Math.ceil(to ?? from), source.machine, source.id],
  );
  return rows.map(({ review_ms }) => Number(review_ms));
}

/** The sources that may have counted this review's usage before the review arrived. */
export async function parentsOfReview(
  queries: Queries,
  source: KeptSource,
  { beganAt }: ReviewTimes,
): Promise<string[]> {
  if (beganAt === undefined) return [];
  const rows = await queries.all(
    `select source_id from folded_source join source on source.id = source_id
      where reviews_from_ms <= $1 and reviews_to_ms >= $2 and machine_id = $3 and source.id <> $4`,
    [Math.ceil(beganAt) + EARLY_MS, Math.floor(beganAt), source.machine, source.id],
  );
  return rows.map(({ source_id }) => String(source_id));
}

/** A request without a name is identified by its line. Two files may have different requests on the same line. */
function withOwnKeys(rows: readonly UsageRow[]): UsageRow[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    const isTaken = seen.has(row.key);
    seen.add(row.key);
    return isTaken && isLineKey(row.key) ? { ...row, key: `${row.key}@${row.at}` } : row;
  });
}

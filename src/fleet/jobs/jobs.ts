import { FOLD_VERSION } from '../../archive/folding/fold-version.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import type { Queries, ServerDatabase } from '../postgres/connect.ts';

/** A source to fold, taken by one worker for a while. */
export interface FoldJob {
  id: string;
  tenant: number;
  source: string;
  /** The number of this attempt, from 1. */
  tries: number;
  /** The number of requests for this fold. If it has grown by the end, more bytes came meanwhile. */
  asked: string;
  /** By the clock of `performance.now()`. */
  takenAt: number;
}

const KIND = 'fold';
const FIRST_RETRY_MS = 1000;
/** The rest takes about twenty times as long as the fold. */
const REST_BYTES_PER_MS = 1000;
/** A source rests at least this many times as long as its fold took. */
const REST_SHARE = 4;

/** Takes the job that is due longest. An expired lease counts as a try, so a source that kills workers is parked. */
export async function takeJob(database: ServerDatabase): Promise<FoldJob | undefined> {
  const row = await database.transaction({ role: 'worker' }, (queries) =>
    queries.get(
      `update job set leased_until = now() + $2 * interval '1 millisecond', tries = tries + 1
        where id = (select id from job where kind = $1 and due <= now() and tries < $3
          and (leased_until is null or leased_until < now()) order by due limit 1 for update skip locked)
        returning id, tenant, source_id, tries, asked`,
      [KIND, fleetLimits.foldLeaseMs, fleetLimits.maxFoldTries],
    ),
  );
  if (!row) return undefined;
  const { id, tenant, source_id, tries, asked } = row;
  return {
    id: String(id),
    tenant: Number(tenant),
    source: String(source_id),
    tries: Number(tries),
    asked: String(asked),
    takenAt: performance.now(),
  };
}

/** The milliseconds until the next job is due or a dead worker's job is free again; infinite if there is no job. */
export async function nextDue(database: ServerDatabase): Promise<number> {
  const row = await database.transaction({ role: 'worker', readOnly: true }, (queries) =>
    queries.get(
      `select extract(epoch from min(greatest(due, leased_until)) - now()) * 1000 as ms from job where kind = $1 and tries < $2`,
      [KIND, fleetLimits.maxFoldTries],
    ),
  );
  return typeof row?.ms === 'string' ? Math.max(0, Math.ceil(Number(row.ms))) : Number.POSITIVE_INFINITY;
}

/** Renews the lease of a long job until the result is called. After a failure another worker may take the job. */
export function keepLease(
  database: ServerDatabase,
  job: FoldJob,
  onFailed: (error: unknown) => void,
  everyMs = fleetLimits.foldLeaseMs / 3,
): () => void {
  const timer = setInterval(() => renewLease(database, job).catch(onFailed), everyMs);
  return () => clearInterval(timer);
}

async function renewLease(database: ServerDatabase, job: FoldJob): Promise<void> {
  await database.transaction({ role: 'worker' }, (queries) =>
    queries.run(
      `update job set leased_until = now() + $2 * interval '1 millisecond' where id = $1 and leased_until is not null`,
      [job.id, fleetLimits.foldLeaseMs],
    ),
  );
}

/** Ends a job, unless it was asked for again. A slow fold rests longer, or it would keep a worker busy alone. */
export async function endJob(queries: Queries, job: FoldJob): Promise<void> {
  const ended = await queries.run('delete from job where id = $1 and asked = $2', [job.id, job.asked]);
  if (ended > 0) return;
  await queries.run(
    `update job set leased_until = null, tries = 0, problem = null, due = now() + $2 * interval '1 millisecond' where id = $1`,
    [job.id, Math.max(fleetLimits.foldRestMs, REST_SHARE * (performance.now() - job.takenAt))],
  );
}

/** Makes a growing source due after a rest. Folding all `length` bytes takes a small part of that rest. */
export async function restJob(queries: Queries, job: FoldJob, length: number): Promise<void> {
  const took = performance.now() - job.takenAt;
  const rest = Math.max(fleetLimits.growingRestMs, length / REST_BYTES_PER_MS);
  await queries.run(
    `update job set leased_until = null, tries = 0, problem = null, due = now() + interval '1 millisecond'
        * case when asked = $2 then $3::float8 else $4::float8 end where id = $1`,
    [job.id, job.asked, rest, Math.max(fleetLimits.foldRestMs, REST_SHARE * took)],
  );
}

/** Retries a job later, after twice the wait each time. After the last try it is parked, and its problem stays. */
export async function failJob(database: ServerDatabase, job: FoldJob, problem: string): Promise<{ isParked: boolean }> {
  const { id, tenant, source, tries } = job;
  const wait = FIRST_RETRY_MS * 2 ** (tries - 1);
  const isParked = tries >= fleetLimits.maxFoldTries;
  await database.transaction({ role: 'worker', tenant }, async (queries) => {
    await queries.run(
      `update job set leased_until = null, problem = $2, due = now() + $3 * interval '1 millisecond' where id = $1`,
      [id, problem, wait],
    );
    // This version cannot fold it. A later one may.
    if (isParked)
      await queries.run('update source set fold = $2, problem = $3 where id = $1', [source, FOLD_VERSION, problem]);
  });
  return { isParked };
}

/** Returns a job without counting a try: the worker ends, or the server failed and not the source. */
export async function returnJob(database: ServerDatabase, job: FoldJob): Promise<void> {
  await database.transaction({ role: 'worker' }, (queries) =>
    queries.run('update job set leased_until = null, tries = greatest(tries - 1, 0) where id = $1', [job.id]),
  );
}

/** Asks for sources to be folded now, parked ones included. Call it with the tenant's rights. */
export async function askForFold(queries: Queries, tenant: number, sources: readonly string[]): Promise<number> {
  return queries.run(
    `insert into job(tenant, kind, source_id, due) select $1, $2, id, now() from unnest($3::bigint[]) as id
      on conflict (kind, source_id) do update set due = least(job.due, now()), asked = job.asked + 1, tries = 0`,
    [tenant, KIND, sources],
  );
}

import { fleetLimits } from '../../limits/fleet.ts';
import type { ServerDatabase } from './connect.ts';

/** The amount of data that waits to be folded, for all tenants. */
export interface ServerBacklog {
  jobs: number;
  /** The time since the oldest of them became due. */
  lagSeconds: number;
  /** Sources that failed too often to be tried again. */
  parked: number;
}

/** Sums only, so that the gateway can report them without seeing whose they are. */
export const BACKLOG = `
create function backlog() returns table(jobs bigint, lag_seconds float, parked bigint)
  language sql stable security definer set search_path = threadline, pg_temp
  as $$ select count(*) filter (where not is_parked),
    coalesce(extract(epoch from greatest(now() - min(due) filter (where not is_parked), interval '0')), 0),
    count(*) filter (where is_parked)
    from (select due, tries >= ${fleetLimits.maxFoldTries} and coalesce(leased_until < now(), true) as is_parked from job) as one $$;
revoke all on function backlog() from public;
grant execute on function backlog() to threadline_gateway, threadline_worker, threadline_reader;
`;

/** A server that does not answer within this time counts as away. */
const BACKLOG_MS = 2000;

export async function readBacklog(database: ServerDatabase): Promise<ServerBacklog> {
  const row = await database.transaction({ role: 'gateway', readOnly: true, timeoutMs: BACKLOG_MS }, (queries) =>
    queries.get('select jobs, lag_seconds, parked from backlog()'),
  );
  return { jobs: Number(row?.jobs), lagSeconds: Number(row?.lag_seconds), parked: Number(row?.parked) };
}

/** The channel on which workers hear of jobs. Workers also poll, so a lost announcement costs only time. */
export const JOB_CHANNEL = 'threadline_job';

export async function announceJobs(database: ServerDatabase): Promise<void> {
  await database.transaction({ role: 'gateway' }, (queries) => queries.run("select pg_notify($1, '')", [JOB_CHANNEL]));
}

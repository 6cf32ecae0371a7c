import type { Queries, ServerDatabase } from './connect.ts';

/** The sizes at which prices changed when the last step of them was made. A new one needs a new step. */
export const SUMMED_BANDS: readonly number[] = [128_000, 199_999, 200_000, 271_999, 272_000, 512_000];

/** Requests that are alike in this are one sum. Part of a released step: it is never changed. */
export const ALIKE =
  'tenant, session_id, machine_id, quarter_ms(at), usage_band(input), agent, thread_id, project, model, tier';

/** The columns of the table, in its order, out of requests. Part of a released step, too. */
export const SUMMED = `tenant, session_id, machine_id, quarter_ms(at) as quarter, usage_band(input) as band, agent, thread_id,
    project, model, tier, count(*) as requests, sum(input) as input, sum(cached) as cached,
    sum(cache_write) as cache_write, coalesce(sum(cache_write_hour), 0) as cache_write_hour,
    sum(greatest(0, input - cached - cache_write)) as plain, sum(output) as output, sum(reasoning) as reasoning,
    coalesce(array_agg(distinct time_ms(at)) filter (where at > 'epoch'), '{}') as times`;

/** The function that notes which sessions changed. Its text is part of released steps, so it stays to the letter. */
export const noteStale = (
  tables: readonly string[],
) => `function note_stale_usage() returns trigger language plpgsql security definer
  set search_path = threadline, pg_temp as $$
begin
  insert into usage_stale(tenant, session_id) select distinct tenant, session_id from changed;
  -- What is deleted is to be gone at once.
  if tg_op = 'DELETE' then
${tables.map((table) => `    delete from ${table} where session_id in (select session_id from changed);\n`).join('')}  end if;
  return null;
end $$;`;

/** The function that makes sums anew, with what else is made of them. Its text is part of released steps, too. */
export const renewSums = (
  tables: readonly string[],
  more: readonly string[],
) => `function renew_usage_sums(most int) returns int language plpgsql security definer
  set search_path = threadline, pg_temp as $$
declare
  wanted bigint[];
begin
  if not pg_try_advisory_xact_lock(hashtext('threadline usage sums')) then return 0; end if;
  select array_agg(session_id) into wanted
    from (select session_id from usage_stale group by session_id order by min(id) limit most) as first;
  if wanted is null then return 0; end if;
  -- First the notes: a change that comes after this leaves one of its own.
${['usage_stale', ...tables].map((table) => `  delete from ${table} where session_id = any(wanted);\n`).join('')}\
  insert into usage_sum select ${SUMMED} from usage where counts and session_id = any(wanted) group by ${ALIKE};
${more.map((statement) => `  ${statement}\n`).join('')}  return cardinality(wanted);
end $$;`;

/**
 * Sums of requests by quarter hours of UTC, of which the days of every zone are made. Writers only note which sessions
 * changed, so that none waits for another, and readers count those anew; a worker makes their sums later.
 */
export const USAGE_SUMS = `
-- When a quarter of an hour begins, in milliseconds since 1970; 0 without a time, and one number for times without a day.
create function quarter_ms(at timestamptz) returns bigint language sql immutable parallel safe
  return case when at <= 'epoch' then 0 when time_ms(at) > 253370764800000 then 253370764800001
    else greatest(1, time_ms(at) / 900000 * 900000) end;

-- The greatest size at which prices change that a request is larger than.
create function usage_band(input bigint) returns bigint language sql immutable parallel safe
  return case when input > 272000 then 272000 when input > 271999 then 271999
    when input > 200000 then 200000 when input > 128000 then 128000 else 0 end;

-- machine_id tells whose: a report by machine, or by the owner of its token, needs no other sums.
create table usage_sum(
  tenant int not null, session_id bigint not null, machine_id bigint not null,
  quarter bigint not null, band bigint not null,
  agent text not null, thread_id text not null, project text, model text, tier text,
  requests bigint not null, input numeric not null, cached numeric not null, cache_write numeric not null,
  cache_write_hour numeric not null, plain numeric not null, output numeric not null, reasoning numeric not null,
  times bigint[] not null);                           -- when they were made, in order, each time once
create index usage_sum_session on usage_sum(session_id);
create index usage_sum_quarter on usage_sum(tenant, quarter);

-- A row for each time that requests of a session changed: nobody waits for a row that another transaction wrote.
create table usage_stale(
  tenant int not null, session_id bigint not null, id bigint generated always as identity primary key);
create index usage_stale_session on usage_stale(tenant, session_id);
insert into usage_stale(tenant, session_id) select distinct tenant, session_id from usage;

create ${noteStale(['usage_sum'])}
create trigger usage_added after insert on usage referencing new table as changed
  for each statement execute function note_stale_usage();
create trigger usage_changed after update on usage referencing new table as changed
  for each statement execute function note_stale_usage();
create trigger usage_removed after delete on usage referencing old table as changed
  for each statement execute function note_stale_usage();

-- Makes the sums of some sessions, whoever's they are, one caller at a time. Gives how many.
create ${renewSums(['usage_sum'], [])}
revoke all on function renew_usage_sums(int), note_stale_usage() from public;
grant execute on function renew_usage_sums(int) to threadline_worker;
alter table usage_sum enable row level security;
create policy of_tenant on usage_sum using (tenant = (select current_tenant()));
alter table usage_stale enable row level security;
create policy of_tenant on usage_stale using (tenant = (select current_tenant()));
grant select on usage_sum, usage_stale to threadline_reader, threadline_worker;
`;

/** More makers, and more sizes. All sums are made anew. */
export const USAGE_BANDS = `
create or replace function usage_band(input bigint) returns bigint language sql immutable parallel safe
  return case when input > 512000 then 512000 when input > 272000 then 272000 when input > 271999 then 271999
    when input > 200000 then 200000 when input > 199999 then 199999 when input > 128000 then 128000 else 0 end;
insert into usage_stale(tenant, session_id) select distinct tenant, session_id from usage;
`;

/** True if the tables tell all sizes apart that this version knows. Those of an earlier version do not. */
export const HAS_BANDS = `select ${SUMMED_BANDS.map((size) => `usage_band(${size + 1}) >= ${size}`).join(' and ')} as known`;

/** Requests of one session, whatever the case of its id. Ids may be longer than an index row. */
export const USAGE_THREAD = 'create index usage_thread on usage(tenant, agent, md5(lower(thread_id))) where counts;';

/** The sessions whose sums are made in one transaction. */
const SESSIONS_AT_ONCE = 200;

/** Makes sums of sessions that changed. Returns how many sessions. */
export function renewUsageSums(database: ServerDatabase): Promise<number> {
  return database.transaction({ role: 'worker' }, async (queries: Queries) => {
    const row = await queries.get('select renew_usage_sums($1) as renewed', [SESSIONS_AT_ONCE]);
    return Number(row?.renewed ?? 0);
  });
}

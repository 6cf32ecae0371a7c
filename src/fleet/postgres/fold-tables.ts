/** The session's title, as something beside the file told it. */
export const SOURCE_TITLES = 'alter table source add column title text;';

/** Marks a request that repeats one of another session, which counts it once it is here, whichever came first. */
export const COPIED_REQUESTS = 'alter table usage add column copied boolean not null default false;';

/** A worker's memory of the sources that it folded. */
export const FOLD_TABLES = `
-- What something beside the file said: the working folder.
alter table source add column if not exists project text;

create table folded_source(
  source_id bigint primary key references source on delete cascade,
  tenant int not null references tenant, agent text not null,
  file_id text,                                       -- by which forks name it
  waiting_for text,                                   -- the file_id of a source that it goes on from, which is not here
  length bigint not null, digest bytea not null,      -- of its plain bytes: sha-256
  conflict_with bigint,                               -- the source whose session is shown in its place, with other bytes
  usage bytea,                                        -- what it tells of requests, packed
  review_ms bigint,                                   -- when it began, where it is a review of its own
  reviews_from_ms bigint, reviews_to_ms bigint);      -- when it repeats what reviews of their own used
create index folded_source_file on folded_source(tenant, agent, file_id);
create index folded_source_waiting on folded_source(tenant, agent, waiting_for) where waiting_for is not null;
create index folded_source_review on folded_source(tenant, review_ms) where review_ms is not null;
create index folded_source_reviews on folded_source(tenant, reviews_from_ms) where reviews_from_ms is not null;
create index folded_source_conflict on folded_source(conflict_with) where conflict_with is not null;
alter table folded_source enable row level security;
create policy of_tenant on folded_source using (tenant = (select current_tenant()));
grant select, insert, update, delete on folded_source to threadline_worker;
grant select on folded_source to threadline_reader;

-- What an earlier version folded, the newest first, whoever's it is; nothing that waits for its fold already.
create function stale_sources(version int, tries_most int, most int) returns table(tenant int, id bigint)
  language sql stable security definer set search_path = threadline, pg_temp as $$
    select tenant, id from source where fold < version and head > 0 and state = 'open'
      and not exists (select 1 from job where kind = 'fold' and source_id = source.id
        and (tries < tries_most or leased_until > now()))
      order by id desc limit most $$;
revoke all on function stale_sources(int, int, int) from public;
grant execute on function stale_sources(int, int, int) to threadline_worker;
`;

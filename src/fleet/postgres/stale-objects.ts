/**
 * Segments may be moved to an object store. \`object\` is written before the object is put there, and \`body\` goes after it,
 * so that no object exists that no row names. A segment that is deleted leaves the name of its object here until that is deleted.
 */
export const STALE_OBJECTS = `
create table stale_object(
  object text primary key, tenant int not null references tenant, at timestamptz not null default now());
alter table stale_object enable row level security;
create policy of_tenant on stale_object using (tenant = (select current_tenant()));
-- A worker deletes what is to go, whoever's it was.
create policy of_worker on stale_object to threadline_worker using (true);
grant select, delete on stale_object to threadline_worker;

create function note_stale_object() returns trigger language plpgsql security definer
  set search_path = threadline, pg_temp as $$
begin
  insert into stale_object(object, tenant) values (old.object, old.tenant) on conflict do nothing;
  return null;
end $$;
revoke all on function note_stale_object() from public;
create trigger segment_removed after delete on segment for each row when (old.object is not null)
  execute function note_stale_object();

create index segment_kept on segment(at) where body is not null;
grant update(body, object) on segment to threadline_worker;

-- The oldest segments whose bytes are here, whoever's they are.
create function segments_to_move(before timestamptz, most int)
  returns table(tenant int, source_id bigint, start bigint, at timestamptz, object text)
  language sql stable security definer set search_path = threadline, pg_temp as $$
    select tenant, source_id, start, at, object from segment where body is not null and segment.at < before
      order by segment.at limit most $$;
revoke all on function segments_to_move(timestamptz, int) from public;
grant execute on function segments_to_move(timestamptz, int) to threadline_worker;
`;
